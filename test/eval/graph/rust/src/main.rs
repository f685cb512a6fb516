//! Writes the definitions, calls and imports of a Rust workspace, as parsed by syn. There is no type checker. Paths are resolved
//! through modules and `use`s, so calls of functions are resolved and calls of methods (`x.f()`) stay unknown. Macro tokens are
//! searched for `name(…)`.
//!
//! Run: cargo run --release -- <repository folder>. It writes JSON lines to stdout, in the format of truth.ts.

mod calls;
mod definitions;
mod modules;
mod record;

use std::collections::HashMap;

fn main() {
    let root = std::env::args().nth(1).expect("give the repository folder as the first argument");
    let workspace = modules::Workspace::read(&root);
    let mut by_name: HashMap<String, Vec<definitions::Definition>> = HashMap::new();
    for file in &workspace.files {
        for definition in definitions::find_definitions(file) {
            record::write_definition(&definition);
            by_name.entry(definition.name.clone()).or_default().push(definition);
        }
    }
    for file in &workspace.files {
        calls::write(file, &workspace, &by_name);
        modules::write_imports(file, &workspace);
    }
    record::write_about(workspace.files.len(), &workspace.skipped);
}
