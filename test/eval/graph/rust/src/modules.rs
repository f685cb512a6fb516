//! Maps module paths such as `crate::a::b` to files, and reads the names that a file's `use`s bind.

use crate::record;
use proc_macro2::Span;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::process::Command;
use syn::visit::{self, Visit};

pub struct SourceFile {
    pub path: String,
    pub syntax: syn::File,
    /// Name of the crate and the module path in it: `["grep_cli", "decompress"]`. For a file that no crate declares, only the file's path.
    pub module: Vec<String>,
    /// Full paths by the names that the file's top-level `use`s bind.
    pub bindings: HashMap<String, Vec<String>>,
    /// Names that `use`s inside functions bind.
    pub function_bindings: Vec<Binding>,
    /// Full path and line of each `use`.
    pub uses: Vec<(Vec<String>, usize)>,
    pub globs: Vec<Vec<String>>,
    /// Name, line and file of each `mod name;`.
    pub declared_modules: Vec<(String, usize, String)>,
}

#[derive(Clone)]
pub struct Binding {
    pub name: String,
    pub full_path: Vec<String>,
    pub line: usize,
    /// First and last line of the function in which the name is bound; `None` at file level.
    pub lines: Option<(usize, usize)>,
}

impl SourceFile {
    /// Returns the full path that a name is bound to at a line.
    pub fn resolve_name(&self, name: &str, line: usize) -> Option<&Vec<String>> {
        let is_in_scope = |binding: &&Binding| binding.name == name && binding.lines.is_some_and(|(first, last)| first <= line && line <= last);
        self.function_bindings.iter().rev().find(is_in_scope).map(|binding| &binding.full_path).or_else(|| self.bindings.get(name))
    }
}

pub struct Workspace {
    pub files: Vec<SourceFile>,
    pub skipped: Vec<String>,
    /// Path of the file of a module, by the module's path joined with `::`.
    pub by_module: BTreeMap<String, String>,
}

impl Workspace {
    pub fn read(root: &str) -> Workspace {
        let listed = Command::new("git").args(["-C", root, "ls-files"]).output().expect("git");
        let listed = String::from_utf8(listed.stdout).expect("paths");
        let paths: Vec<&str> = listed.lines().collect();
        let mut parsed: BTreeMap<String, syn::File> = BTreeMap::new();
        let mut skipped = vec![];
        for path in paths.iter().filter(|path| path.ends_with(".rs")) {
            let text = std::fs::read_to_string(Path::new(root).join(path)).unwrap_or_default();
            match syn::parse_file(&text) {
                Ok(syntax) => drop(parsed.insert(path.to_string(), syntax)),
                Err(error) => skipped.push(format!("{path}:{}: {error}", error.span().start().line)),
            }
        }
        let mut modules: HashMap<String, Vec<String>> = HashMap::new();
        let mut declared_modules: HashMap<String, Vec<(String, usize, String)>> = HashMap::new();
        for manifest in paths.iter().filter(|path| path.ends_with("Cargo.toml")) {
            let text = std::fs::read_to_string(Path::new(root).join(manifest)).unwrap_or_default();
            for (entry, name) in find_crate_roots(manifest.trim_end_matches("Cargo.toml"), &text, &parsed) {
                follow_modules(&entry, vec![name], &parsed, &mut modules, &mut declared_modules);
            }
        }
        let mut by_module = BTreeMap::new();
        let mut files = vec![];
        for (path, syntax) in parsed {
            let module = modules.remove(&path).unwrap_or_else(|| vec![path.clone()]);
            by_module.entry(module.join("::")).or_insert_with(|| path.clone());
            let mut reader = UseReader { module: module.clone(), found: vec![], globs: vec![], function_lines: None };
            reader.visit_file(&syntax);
            let all = reader.found.iter();
            let bindings = all.clone().filter(|binding| binding.lines.is_none()).map(|binding| (binding.name.clone(), binding.full_path.clone())).collect();
            let function_bindings = all.clone().filter(|binding| binding.lines.is_some()).cloned().collect();
            let uses = all.map(|binding| (binding.full_path.clone(), binding.line));
            let glob_uses = reader.globs.iter().map(|(full_path, line)| (full_path.clone(), *line));
            files.push(SourceFile {
                bindings,
                function_bindings,
                uses: uses.chain(glob_uses).collect(),
                globs: reader.globs.iter().map(|(full_path, _)| full_path.clone()).collect(),
                declared_modules: declared_modules.remove(&path).unwrap_or_default(),
                path,
                syntax,
                module,
            });
        }
        Workspace { files, skipped, by_module }
    }

    /// Returns the file of the longest prefix of a path that is a module, and the length of the prefix.
    pub fn find_file<'a>(&'a self, path: &[String]) -> Option<(&'a str, usize)> {
        (1..=path.len()).rev().find_map(|length| {
            let file = self.by_module.get(&path[..length].join("::"))?;
            Some((file.as_str(), length))
        })
    }

    /// Resolves the aliases that modules along a path bind: `grep::cli::f` becomes `grep_cli::f` if `grep` has `extern crate grep_cli as cli`.
    pub fn resolve_aliases(&self, path: &[String]) -> Vec<String> {
        let mut path = path.to_vec();
        for _ in 0..6 {
            let Some((target, length)) = self.find_file(&path[..path.len().saturating_sub(1)]) else { break };
            let Some(owner) = self.files.iter().find(|file| file.path == target) else { break };
            let Some(bound) = path.get(length).filter(|_| length + 1 < path.len()).and_then(|next| owner.bindings.get(next)) else {
                break;
            };
            path = expand_uses(bound, owner, self).iter().chain(&path[length + 1..]).cloned().collect();
        }
        path
    }
}

/// Returns the crate roots of a manifest with their crate names: libraries, programs, tests, benches and examples.
fn find_crate_roots(folder: &str, manifest: &str, parsed: &BTreeMap<String, syn::File>) -> Vec<(String, String)> {
    let value = |line: &str, key: &str| -> Option<String> {
        let (name, rest) = line.split_once('=')?;
        (name.trim() == key).then(|| rest.trim().trim_matches('"').to_string())
    };
    let mut found = vec![];
    let (mut section, mut package, mut name, mut path) = (String::new(), String::new(), String::new(), String::new());
    for line in manifest.lines().chain(["[end]"]) {
        if line.starts_with('[') {
            if section != "[package]" && !path.is_empty() && !section.contains("dependencies") {
                let crate_name = if name.is_empty() { package.clone() } else { name.clone() };
                let crate_name = crate_name.replace('-', "_");
                // Only library names are used in paths. Other targets may share a name, so their path is appended.
                let crate_name = if section == "[lib]" { crate_name } else { format!("{crate_name}@{folder}{path}") };
                found.push((format!("{folder}{path}"), crate_name));
            }
            (section, name, path) = (line.trim().to_string(), String::new(), String::new());
        }
        if let Some(text) = value(line, "name") {
            if section == "[package]" {
                package = text.replace('-', "_");
            }
            name = text;
        }
        if let Some(text) = value(line, "path") {
            path = text;
        }
    }
    for (entry, crate_name) in [("src/lib.rs", package.clone()), ("src/main.rs", format!("{package}@{folder}")), ("build.rs", format!("build@{folder}"))] {
        let path = format!("{folder}{entry}");
        if parsed.contains_key(&path) && !found.iter().any(|(known, _)| *known == path) {
            found.push((path, crate_name));
        }
    }
    let kinds = ["tests/", "benches/", "examples/", "src/bin/"].map(|kind| format!("{folder}{kind}"));
    for path in parsed.keys() {
        let is_target = kinds.iter().any(|kind| path.strip_prefix(kind.as_str()).is_some_and(|rest| !rest.contains('/')));
        if is_target && !found.iter().any(|(known, _)| known == path) && !package.is_empty() {
            found.push((path.clone(), format!("{package}@{path}")));
        }
    }
    found.into_iter().filter(|(path, _)| parsed.contains_key(path)).collect()
}

fn follow_modules(
    path: &str,
    module: Vec<String>,
    parsed: &BTreeMap<String, syn::File>,
    modules: &mut HashMap<String, Vec<String>>,
    declared_modules: &mut HashMap<String, Vec<(String, usize, String)>>,
) {
    if modules.contains_key(path) {
        return;
    }
    modules.insert(path.to_string(), module.clone());
    let Some(syntax) = parsed.get(path) else { return };
    let stem = path.trim_end_matches(".rs");
    let (folder, file) = stem.rsplit_once('/').unwrap_or(("", stem));
    let owns_folder = module.len() == 1 || file == "mod";
    let module_folder = if owns_folder { folder.to_string() } else { stem.to_string() };
    for (names, line, path_attribute) in list_module_declarations(&syntax.items, vec![]) {
        let child_path = |rest: &str| if module_folder.is_empty() { rest.to_string() } else { format!("{module_folder}/{rest}") };
        let candidates = match path_attribute {
            Some(path_attribute) => vec![format!("{folder}/{path_attribute}")],
            None => vec![child_path(&format!("{}.rs", names.join("/"))), child_path(&format!("{}/mod.rs", names.join("/")))],
        };
        if let Some(found) = candidates.into_iter().find(|candidate| parsed.contains_key(candidate)) {
            let name = names.last().cloned().unwrap_or_default();
            declared_modules.entry(path.to_string()).or_default().push((name, line, found.clone()));
            let full_path = module.iter().cloned().chain(names).collect();
            follow_modules(&found, full_path, parsed, modules, declared_modules);
        }
    }
}

/// Lists the `mod name;` declarations of a file with the path from `#[path = "…"]`. One inside `mod outer { … }` has both names.
fn list_module_declarations(items: &[syn::Item], outer: Vec<String>) -> Vec<(Vec<String>, usize, Option<String>)> {
    let mut found = vec![];
    for item in items {
        let syn::Item::Mod(module) = item else { continue };
        let names: Vec<String> = outer.iter().cloned().chain([module.ident.to_string()]).collect();
        match &module.content {
            Some((_, inner)) => found.extend(list_module_declarations(inner, names)),
            None => {
                let path_attribute = module.attrs.iter().find_map(|attribute| match attribute.parse_meta() {
                    Ok(syn::Meta::NameValue(pair)) if pair.path.is_ident("path") => match pair.lit {
                        syn::Lit::Str(text) => Some(text.value()),
                        _ => None,
                    },
                    _ => None,
                });
                found.push((names, module.ident.span().start().line, path_attribute));
            }
        }
    }
    found
}

struct UseReader {
    module: Vec<String>,
    found: Vec<Binding>,
    globs: Vec<(Vec<String>, usize)>,
    function_lines: Option<(usize, usize)>,
}

/// Replaces a leading `self`, `super` or `crate`, so that the path begins with a crate name.
pub fn absolute(written: &[String], module: &[String]) -> Vec<String> {
    let mut absolute_path = match written.first().map(String::as_str) {
        Some("crate") => module[..1].to_vec(),
        Some("self") => module.to_vec(),
        Some("super") => module[..module.len() - 1].to_vec(),
        _ => return written.to_vec(),
    };
    for segment in &written[1..] {
        match segment.as_str() {
            "super" => drop(absolute_path.pop()),
            _ => absolute_path.push(segment.clone()),
        }
    }
    absolute_path
}

impl UseReader {
    fn read_tree(&mut self, tree: &syn::UseTree, prefix: &[String]) {
        let append = |ident: &syn::Ident| prefix.iter().cloned().chain([ident.to_string()]).collect::<Vec<_>>();
        let line = |span: Span| span.start().line;
        match tree {
            syn::UseTree::Path(path) => self.read_tree(&path.tree, &append(&path.ident)),
            syn::UseTree::Group(group) => group.items.iter().for_each(|item| self.read_tree(item, prefix)),
            syn::UseTree::Glob(glob) => {
                let full_path = absolute(prefix, &self.module);
                self.globs.push((full_path, line(glob.star_token.spans[0])));
            }
            syn::UseTree::Name(name) => self.add(&name.ident, append(&name.ident), prefix),
            syn::UseTree::Rename(rename) => {
                let full_path = if rename.ident == "self" { prefix.to_vec() } else { append(&rename.ident) };
                let full_path = absolute(&full_path, &self.module);
                self.bind(&rename.rename, full_path, line(rename.ident.span()));
            }
        }
    }

    fn add(&mut self, ident: &syn::Ident, full_path: Vec<String>, prefix: &[String]) {
        let full_path = if ident == "self" { prefix.to_vec() } else { full_path };
        let name = full_path.last().cloned().unwrap_or_default();
        let full_path = absolute(&full_path, &self.module);
        self.found.push(Binding { name, full_path, line: ident.span().start().line, lines: self.function_lines });
    }

    fn bind(&mut self, name: &syn::Ident, full_path: Vec<String>, line: usize) {
        self.found.push(Binding { name: name.to_string(), full_path, line, lines: self.function_lines });
    }

    fn read_function(&mut self, block: &syn::Block) {
        let outer_lines = self.function_lines;
        let lines = block.brace_token.span;
        self.function_lines = Some((lines.start().line, lines.end().line));
        self.visit_block(block);
        self.function_lines = outer_lines;
    }
}

impl<'ast> Visit<'ast> for UseReader {
    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.read_function(&node.block);
    }
    fn visit_impl_item_method(&mut self, node: &'ast syn::ImplItemMethod) {
        self.read_function(&node.block);
    }
    fn visit_item_use(&mut self, node: &'ast syn::ItemUse) {
        self.read_tree(&node.tree, &[]);
    }
    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        self.module.push(node.ident.to_string());
        visit::visit_item_mod(self, node);
        self.module.pop();
    }
    fn visit_item_extern_crate(&mut self, node: &'ast syn::ItemExternCrate) {
        let local = node.rename.as_ref().map_or(&node.ident, |(_, rename)| rename);
        self.bind(local, vec![node.ident.to_string()], node.ident.span().start().line);
    }
}

/// Writes an import for each `mod x;` and each `use`, with the file of the module as its target.
pub fn write_imports(file: &SourceFile, workspace: &Workspace) {
    for (_, line, target) in &file.declared_modules {
        record::write_import(&file.path, *line, target, true);
    }
    for (written, line) in &file.uses {
        let full_path = expand_uses(written, file, workspace);
        let Some((target, _)) = workspace.find_file(&full_path) else { continue };
        if target == file.path {
            continue;
        }
        record::write_import(&file.path, *line, target, true);
        let end = workspace.resolve_aliases(&full_path);
        if let Some((also, _)) = workspace.find_file(&end).filter(|(also, _)| *also != target && *also != file.path) {
            record::write_import(&file.path, *line, also, false);
        }
    }
}

/// Expands a path whose first segment is a child module or a name that another `use` of the file binds.
pub fn expand_uses(written: &[String], file: &SourceFile, workspace: &Workspace) -> Vec<String> {
    let Some(first) = written.first() else { return vec![] };
    let child: Vec<String> = file.module.iter().cloned().chain(written.iter().cloned()).collect();
    if workspace.by_module.contains_key(&[file.module.as_slice(), &[first.clone()]].concat().join("::")) {
        return child;
    }
    match file.bindings.get(first) {
        Some(bound) if written.len() > 1 && bound.first() != Some(first) => {
            absolute(&bound.iter().cloned().chain(written[1..].iter().cloned()).collect::<Vec<_>>(), &file.module)
        }
        _ => written.to_vec(),
    }
}
