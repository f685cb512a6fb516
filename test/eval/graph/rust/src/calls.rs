//! Finds the calls in one file. `name(…)` and `a::b::name(…)` are resolved to a function of the workspace through modules and `use`s.
//! A method call after a dot stays unknown, since syn has no type of the receiver. Macro tokens are searched for the same patterns.

use crate::definitions::{type_name, Definition};
use crate::modules::{absolute, expand_uses, SourceFile, Workspace};
use crate::record::{self, Call};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::HashMap;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

type ByName = HashMap<String, Vec<Definition>>;

pub fn write(file: &SourceFile, workspace: &Workspace, by_name: &ByName) {
    let module = file.module.clone();
    let mut reader = Reader { file, workspace, by_name, module, callers: vec![], bodies: vec![], locals: vec![], types: vec![] };
    reader.visit_file(&file.syntax);
}

struct Reader<'a> {
    file: &'a SourceFile,
    workspace: &'a Workspace,
    by_name: &'a ByName,
    module: Vec<String>,
    callers: Vec<(String, usize)>,
    /// First and last line of the enclosing function bodies.
    bodies: Vec<(usize, usize)>,
    /// Names bound in the enclosing functions. They shadow functions of the same name.
    locals: Vec<Vec<String>>,
    /// Types that `Self` refers to, innermost last.
    types: Vec<String>,
}

impl<'a> Reader<'a> {
    fn write_call(&self, segments: &[String], lines: (usize, usize), form: &'static str) {
        let segments = &self.replace_alias(segments, lines.0);
        let Some(name) = segments.last() else { return };
        let Some(candidates) = self.by_name.get(name) else { return };
        let (to, how) = match form {
            "macro-rules" => (vec![], "unknown"),
            _ => self.resolve(segments, lines.0, candidates),
        };
        let (line, start_line) = lines;
        let caller = self.callers.last().cloned();
        record::write_call(&Call { path: &self.file.path, line, start_line, name, to, how, form, caller });
    }

    /// Replaces an alias, from a `use … as` in this file or in the target module, by the definition's own name.
    fn replace_alias(&self, segments: &[String], line: usize) -> Vec<String> {
        let alias = match segments {
            [name] => self.file.resolve_name(name, line).cloned(),
            [.., name] => {
                let full_path = expand_uses(&absolute(segments, &self.module), self.file, self.workspace);
                let target = self.workspace.find_file(&full_path[..full_path.len() - 1]).map(|(path, _)| path);
                let owner = self.workspace.files.iter().find(|file| Some(file.path.as_str()) == target);
                owner.and_then(|owner| owner.bindings.get(name)).cloned()
            }
            [] => None,
        };
        alias.filter(|full_path| full_path.last() != segments.last()).unwrap_or(segments.to_vec())
    }

    fn write_method_call(&self, name: &str, lines: (usize, usize), form: &'static str) {
        if self.by_name.contains_key(name) {
            let (line, start_line) = lines;
            let caller = self.callers.last().cloned();
            record::write_call(&Call { path: &self.file.path, line, start_line, name, to: vec![], how: "unknown", form, caller });
        }
    }

    /// Resolves `Type { … }` to the type of that name in this file if it is unique, or else in the workspace.
    fn write_construction(&self, segments: &[String], line: usize, form: &'static str) {
        let segments = &self.replace_alias(segments, line);
        let written = match segments.last().map(String::as_str) {
            Some("Self") => self.types.last().cloned().unwrap_or_default(),
            Some(name) => name.to_string(),
            None => return,
        };
        let Some(candidates) = self.by_name.get(&written) else { return };
        let types: Vec<&Definition> = candidates.iter().filter(|definition| definition.kind == "class").collect();
        let in_file: Vec<&Definition> = types.iter().copied().filter(|definition| definition.path == self.file.path).collect();
        let known = if in_file.len() == 1 { in_file } else { types };
        let sure = known.len() == 1 && candidates.len() == 1 && form != "macro-rules";
        let (to, how) = if sure { (known, "rules") } else { (vec![], "unknown") };
        let caller = self.callers.last().cloned();
        record::write_call(&Call { path: &self.file.path, line, start_line: line, name: &written, to, how, form, caller });
    }

    fn resolve<'b>(&self, segments: &[String], line: usize, candidates: &'b [Definition]) -> (Vec<&'b Definition>, &'static str) {
        let name = &segments[segments.len() - 1];
        if segments.len() == 1 {
            if self.locals.iter().any(|names| names.contains(name)) {
                return (vec![], "elsewhere");
            }
            for (first, last) in self.bodies.iter().rev() {
                let is_in_body = |definition: &&Definition| definition.path == self.file.path && *first <= definition.line && definition.line <= *last;
                let nested: Vec<&Definition> = candidates.iter().filter(|definition| definition.nested && definition.kind == "function").filter(is_in_body).collect();
                match nested.len() {
                    0 => continue,
                    1 => return (nested, "rules"),
                    _ => return (vec![], "unknown"),
                }
            }
        }
        let container = segments.iter().rev().nth(1);
        if container.is_some_and(|segment| segment.starts_with(char::is_uppercase)) {
            return self.resolve_associated(segments, line, candidates);
        }
        let written = absolute(segments, &self.module);
        let full_path = match segments.len() {
            1 => self.file.resolve_name(name, line).cloned(),
            _ => None,
        };
        let full_path = full_path.unwrap_or(written);
        self.resolve_function(&full_path, candidates, 0)
    }

    /// Resolves `Type::name` or `Self::name` to the method of a type with that name, in the file that the type's path resolves to.
    fn resolve_associated<'b>(&self, segments: &[String], line: usize, candidates: &'b [Definition]) -> (Vec<&'b Definition>, &'static str) {
        let written = &segments[segments.len() - 2];
        let bound = match segments.len() {
            2 => self.file.resolve_name(written, line).cloned(),
            _ => Some(absolute(&segments[..segments.len() - 1], &self.module)),
        };
        let container = match (written.as_str(), &bound) {
            ("Self", _) => self.types.last().cloned().unwrap_or_default(),
            (_, Some(full_path)) => full_path.last().cloned().unwrap_or_default(),
            _ => written.clone(),
        };
        let is_method = |definition: &&Definition| definition.kind == "method" && definition.container.last() == Some(&container);
        let found: Vec<&Definition> = candidates.iter().filter(is_method).collect();
        let target = match &bound {
            None => Some(self.file.path.clone()),
            Some(full_path) => {
                let full_path = self.workspace.resolve_aliases(&expand_uses(full_path, self.file, self.workspace));
                self.workspace.find_file(&full_path[..full_path.len() - 1]).map(|(path, _)| path.to_string())
            }
        };
        let Some(target) = target else { return (vec![], "elsewhere") };
        let in_file: Vec<&Definition> = found.iter().copied().filter(|definition| definition.path == target).collect();
        match (in_file.len(), found.len()) {
            (1, _) => (in_file, "rules"),
            (0, 1) if bound.is_some() => (found, "rules"),
            // The name may be an alias of another type.
            (0, 0) if !self.is_alias(&container) => (vec![], "elsewhere"),
            _ => (vec![], "unknown"),
        }
    }

    fn is_alias(&self, name: &str) -> bool {
        self.by_name.get(name).is_some_and(|all| all.iter().any(|definition| definition.kind == "type"))
    }

    /// Resolves a free function by its path and follows at most five re-exports.
    fn resolve_function<'b>(&self, path: &[String], candidates: &'b [Definition], depth: usize) -> (Vec<&'b Definition>, &'static str) {
        let is_free = |definition: &&Definition| matches!(definition.kind, "function" | "class") && !definition.nested;
        let name = path.last().cloned().unwrap_or_default();
        let siblings: Vec<&Definition> = candidates
            .iter()
            .filter(is_free)
            .filter(|definition| definition.path == self.file.path && depth == 0 && path.len() > 1 && definition.container == path[..path.len() - 1])
            .collect();
        if siblings.len() == 1 {
            return (siblings, "rules");
        }
        let full_path = match path.len() {
            1 => self.module.iter().cloned().chain([name.clone()]).collect(),
            _ => self.workspace.resolve_aliases(&expand_uses(path, self.file, self.workspace)),
        };
        let Some((target, length)) = self.workspace.find_file(&full_path[..full_path.len() - 1]) else {
            return (vec![], if path.len() > 1 { "elsewhere" } else { "unknown" });
        };
        let inner = &full_path[length..full_path.len() - 1];
        let in_file: Vec<&Definition> =
            candidates.iter().filter(is_free).filter(|definition| definition.path == target && definition.container == inner).collect();
        if in_file.len() == 1 {
            return (in_file, "rules");
        }
        let owner = self.workspace.files.iter().find(|file| file.path == target);
        if let Some(owner) = owner.filter(|_| depth < 5) {
            if let Some(bound) = owner.bindings.get(&name).filter(|bound| *bound != path && bound.len() > 1) {
                let bound = expand_uses(bound, owner, self.workspace);
                return self.resolve_function(&bound, candidates, depth + 1);
            }
            for glob in &owner.globs {
                let next: Vec<String> =
                    expand_uses(glob, owner, self.workspace).iter().cloned().chain([name.clone()]).collect();
                let found = self.resolve_function(&next, candidates, depth + 1);
                if !found.0.is_empty() {
                    return found;
                }
            }
        }
        (vec![], "unknown")
    }

    fn search_tokens(&self, tokens: TokenStream, form: &'static str) {
        let list: Vec<TokenTree> = tokens.into_iter().collect();
        for (index, token) in list.iter().enumerate() {
            if let TokenTree::Group(group) = token {
                self.search_tokens(group.stream(), form);
                continue;
            }
            let TokenTree::Ident(ident) = token else { continue };
            let constructs = matches!(list.get(index + 1), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Brace);
            if constructs && ident.to_string().starts_with(char::is_uppercase) && !is_body_brace(&list, index) {
                let form = if form == "macro-rules" { form } else { "construct" };
                self.write_construction(&read_path(&list, index).0, ident.span().start().line, form);
            }
            let calls = matches!(list.get(index + 1), Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis);
            if !calls {
                continue;
            }
            let (segments, prefix) = read_path(&list, index);
            let line = ident.span().start().line;
            match prefix {
                Prefix::Dot => self.write_method_call(&ident.to_string(), (line, line), "attribute"),
                Prefix::Fn => {}
                Prefix::Path => self.write_call(&segments, (line, line), form),
            }
        }
    }
}

enum Prefix {
    Dot,
    Fn,
    Path,
}

fn is_punct(token: Option<&TokenTree>, mark: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

/// Returns whether a brace after a type's name opens a body instead of fields: `impl T {`, `-> T {`.
fn is_body_brace(list: &[TokenTree], index: usize) -> bool {
    let heads = ["struct", "enum", "union", "trait", "impl", "for", "mod", "match", "in"];
    match index.checked_sub(1).and_then(|before| list.get(before)) {
        Some(TokenTree::Ident(word)) => heads.contains(&word.to_string().as_str()),
        Some(TokenTree::Punct(punct)) => punct.as_char() == '>' && index >= 2 && is_punct(list.get(index - 2), '-'),
        _ => false,
    }
}

/// Reads the path that ends at a token, such as `a::b::name`, and what precedes it.
fn read_path(list: &[TokenTree], index: usize) -> (Vec<String>, Prefix) {
    let mut segments = vec![list[index].to_string()];
    let mut start = index;
    while start >= 3 && is_punct(list.get(start - 1), ':') && is_punct(list.get(start - 2), ':') {
        let TokenTree::Ident(segment) = &list[start - 3] else { break };
        segments.insert(0, segment.to_string());
        start -= 3;
    }
    let before = start.checked_sub(1).and_then(|before| list.get(before));
    let is_range = start >= 2 && is_punct(list.get(start - 2), '.');
    let kind = match before {
        Some(TokenTree::Ident(word)) if word == "fn" => Prefix::Fn,
        _ if is_punct(before, '.') && !is_range => Prefix::Dot,
        _ => Prefix::Path,
    };
    (segments, kind)
}

struct BoundNames(Vec<String>);

impl<'ast> Visit<'ast> for BoundNames {
    fn visit_pat_ident(&mut self, node: &'ast syn::PatIdent) {
        self.0.push(node.ident.to_string());
        visit::visit_pat_ident(self, node);
    }
    fn visit_item(&mut self, _: &'ast syn::Item) {}
}

impl Reader<'_> {
    /// Binds the names of a pattern, which shadow functions from here to the end of the enclosing function. `let f = f();` still calls `f`.
    fn bind(&mut self, pattern: &syn::Pat) {
        let mut bound = BoundNames(vec![]);
        bound.visit_pat(pattern);
        if let Some(names) = self.locals.last_mut() {
            names.append(&mut bound.0);
        }
    }

    fn visit_body(&mut self, ident: &syn::Ident, block: Option<&syn::Block>, signature: &syn::Signature) {
        let mut bound = BoundNames(vec![]);
        bound.visit_signature(signature);
        self.locals.push(bound.0);
        self.callers.push((ident.to_string(), ident.span().start().line));
        if let Some(block) = block {
            let span = block.brace_token.span;
            self.bodies.push((span.start().line, span.end().line));
            self.visit_block(block);
            self.bodies.pop();
        }
        self.callers.pop();
        self.locals.pop();
    }
}

impl<'ast> Visit<'ast> for Reader<'_> {
    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.visit_body(&node.sig.ident, Some(&node.block), &node.sig);
    }
    fn visit_impl_item_method(&mut self, node: &'ast syn::ImplItemMethod) {
        self.visit_body(&node.sig.ident, Some(&node.block), &node.sig);
    }
    fn visit_trait_item_method(&mut self, node: &'ast syn::TraitItemMethod) {
        self.visit_body(&node.sig.ident, node.default.as_ref(), &node.sig);
    }
    fn visit_item_impl(&mut self, node: &'ast syn::ItemImpl) {
        self.types.push(type_name(&node.self_ty));
        visit::visit_item_impl(self, node);
        self.types.pop();
    }
    fn visit_item_trait(&mut self, node: &'ast syn::ItemTrait) {
        self.types.push(node.ident.to_string());
        visit::visit_item_trait(self, node);
        self.types.pop();
    }
    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        self.module.push(node.ident.to_string());
        visit::visit_item_mod(self, node);
        self.module.pop();
    }
    fn visit_local(&mut self, node: &'ast syn::Local) {
        if let Some((_, init)) = &node.init {
            self.visit_expr(init);
        }
        self.bind(&node.pat);
    }
    fn visit_expr_let(&mut self, node: &'ast syn::ExprLet) {
        self.visit_expr(&node.expr);
        self.bind(&node.pat);
    }
    fn visit_expr_for_loop(&mut self, node: &'ast syn::ExprForLoop) {
        self.visit_expr(&node.expr);
        self.bind(&node.pat);
        self.visit_block(&node.body);
    }
    fn visit_arm(&mut self, node: &'ast syn::Arm) {
        self.bind(&node.pat);
        visit::visit_arm(self, node);
    }
    fn visit_expr_closure(&mut self, node: &'ast syn::ExprClosure) {
        node.inputs.iter().for_each(|input| self.bind(input));
        self.visit_expr(&node.body);
    }
    fn visit_expr_call(&mut self, node: &'ast syn::ExprCall) {
        if let syn::Expr::Path(path) = &*node.func {
            let segments: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            let line = path.path.segments.last().map_or(0, |last| last.ident.span().start().line);
            let form = if segments.len() == 1 { "bare" } else { "path" };
            self.write_call(&segments, (line, node.span().start().line), form);
        }
        visit::visit_expr_call(self, node);
    }
    fn visit_expr_struct(&mut self, node: &'ast syn::ExprStruct) {
        let segments: Vec<String> = node.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let line = node.path.segments.last().map_or(0, |last| last.ident.span().start().line);
        self.write_construction(&segments, line, "construct");
        visit::visit_expr_struct(self, node);
    }
    fn visit_expr_method_call(&mut self, node: &'ast syn::ExprMethodCall) {
        let lines = (node.method.span().start().line, node.span().start().line);
        self.write_method_call(&node.method.to_string(), lines, "attribute");
        visit::visit_expr_method_call(self, node);
    }
    fn visit_macro(&mut self, node: &'ast syn::Macro) {
        self.search_tokens(node.tokens.clone(), "macro");
    }
    fn visit_item_macro(&mut self, node: &'ast syn::ItemMacro) {
        // A call in a macro's own rules happens where the macro is used, if at all.
        self.search_tokens(node.mac.tokens.clone(), if node.ident.is_none() { "macro" } else { "macro-rules" });
    }
    fn visit_expr(&mut self, node: &'ast syn::Expr) {
        match node {
            // Syntax that syn 1 does not parse, such as `let … else`.
            syn::Expr::Verbatim(tokens) => self.search_tokens(tokens.clone(), "tokens"),
            _ => visit::visit_expr(self, node),
        }
    }
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
}
