//! Finds the definitions in one file: functions, methods of `impl`s and traits, types, constants, fields of structs, modules and macros.

use crate::modules::SourceFile;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::Ident;

#[derive(Clone)]
pub struct Definition {
    pub path: String,
    pub line: usize,
    pub name: String,
    pub kind: &'static str,
    pub start_line: usize,
    pub nested: bool,
    /// Module path within the file, followed by the type of an associated function.
    pub container: Vec<String>,
}

pub fn find_definitions(file: &SourceFile) -> Vec<Definition> {
    let mut reader = Reader { file, definitions: vec![], container: vec![], functions: 0 };
    reader.visit_file(&file.syntax);
    reader.definitions
}

struct Reader<'a> {
    file: &'a SourceFile,
    definitions: Vec<Definition>,
    container: Vec<String>,
    functions: usize,
}

impl Reader<'_> {
    fn add(&mut self, ident: &Ident, kind: &'static str, start: usize) {
        self.definitions.push(Definition {
            path: self.file.path.clone(),
            line: ident.span().start().line,
            name: ident.to_string(),
            kind,
            start_line: start,
            nested: self.functions > 0,
            container: self.container.clone(),
        });
    }

    fn with_container(&mut self, name: String, walk: impl FnOnce(&mut Self)) {
        self.container.push(name);
        walk(self);
        self.container.pop();
    }
}

fn find_line(node: &impl Spanned) -> usize {
    node.span().start().line
}

pub fn type_name(written: &syn::Type) -> String {
    match written {
        syn::Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default(),
        syn::Type::Reference(reference) => type_name(&reference.elem),
        _ => String::new(),
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.add(&node.sig.ident, "function", find_line(node));
        self.functions += 1;
        visit::visit_item_fn(self, node);
        self.functions -= 1;
    }
    fn visit_foreign_item_fn(&mut self, node: &'ast syn::ForeignItemFn) {
        self.add(&node.sig.ident, "function", find_line(node));
    }
    fn visit_impl_item_method(&mut self, node: &'ast syn::ImplItemMethod) {
        self.add(&node.sig.ident, "method", find_line(node));
        self.functions += 1;
        visit::visit_impl_item_method(self, node);
        self.functions -= 1;
    }
    fn visit_trait_item_method(&mut self, node: &'ast syn::TraitItemMethod) {
        self.add(&node.sig.ident, "method", find_line(node));
        self.functions += 1;
        visit::visit_trait_item_method(self, node);
        self.functions -= 1;
    }
    fn visit_item_impl(&mut self, node: &'ast syn::ItemImpl) {
        self.with_container(type_name(&node.self_ty), |reader| visit::visit_item_impl(reader, node));
    }
    fn visit_item_trait(&mut self, node: &'ast syn::ItemTrait) {
        self.add(&node.ident, "type", find_line(node));
        self.with_container(node.ident.to_string(), |reader| visit::visit_item_trait(reader, node));
    }
    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        if node.content.is_some() {
            self.add(&node.ident, "module", find_line(node));
            self.with_container(node.ident.to_string(), |reader| visit::visit_item_mod(reader, node));
        }
    }
    fn visit_item_struct(&mut self, node: &'ast syn::ItemStruct) {
        self.add(&node.ident, "class", find_line(node));
        for field in &node.fields {
            if let Some(ident) = &field.ident {
                self.add(ident, "property", find_line(field));
            }
        }
    }
    fn visit_item_enum(&mut self, node: &'ast syn::ItemEnum) {
        self.add(&node.ident, "class", find_line(node));
        for variant in &node.variants {
            self.add(&variant.ident, "variant", find_line(variant));
        }
    }
    fn visit_impl_item_type(&mut self, node: &'ast syn::ImplItemType) {
        self.add(&node.ident, "type", find_line(node));
    }
    fn visit_trait_item_type(&mut self, node: &'ast syn::TraitItemType) {
        self.add(&node.ident, "type", find_line(node));
    }
    fn visit_trait_item_const(&mut self, node: &'ast syn::TraitItemConst) {
        self.add(&node.ident, "variable", find_line(node));
    }
    fn visit_item_union(&mut self, node: &'ast syn::ItemUnion) {
        self.add(&node.ident, "class", find_line(node));
    }
    fn visit_item_type(&mut self, node: &'ast syn::ItemType) {
        self.add(&node.ident, "type", find_line(node));
    }
    fn visit_item_const(&mut self, node: &'ast syn::ItemConst) {
        if node.ident != "_" {
            self.add(&node.ident, "variable", find_line(node));
        }
        visit::visit_item_const(self, node);
    }
    fn visit_impl_item_const(&mut self, node: &'ast syn::ImplItemConst) {
        self.add(&node.ident, "variable", find_line(node));
        visit::visit_impl_item_const(self, node);
    }
    fn visit_item_static(&mut self, node: &'ast syn::ItemStatic) {
        self.add(&node.ident, "variable", find_line(node));
        visit::visit_item_static(self, node);
    }
    fn visit_item_macro(&mut self, node: &'ast syn::ItemMacro) {
        if let Some(ident) = &node.ident {
            self.add(ident, "macro", find_line(node));
        }
    }
}
