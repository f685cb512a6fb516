//! Definitions, calls and imports of a Rust workspace, told by syn: what is written and where. There is no type checker: a path
//! is led through modules and `use`s, so calls of functions are known and those of methods (`x.f()`) are not. The tokens of
//! macros are read for `name(…)`.
//!
//! Run: cargo run --release -- <repository folder>, with the truth as JSON lines on stdout, in the words of truth.ts.

mod calls;
mod definitions;
mod modules;
mod record;

use std::collections::HashMap;

fn main() {
    let root = std::env::args().nth(1).expect("the repository's folder");
    let workspace = modules::Workspace::read(&root);
    let mut by_name: HashMap<String, Vec<definitions::Definition>> = HashMap::new();
    for file in &workspace.files {
        for definition in definitions::of_file(file) {
            record::definition(&definition);
            by_name.entry(definition.name.clone()).or_default().push(definition);
        }
    }
    for file in &workspace.files {
        calls::write(file, &workspace, &by_name);
        modules::write_imports(file, &workspace);
    }
    record::about(workspace.files.len(), &workspace.skipped);
}
