/** Rust: items of an `impl` belong to its type; `pub` exports, and so does the trait an item is implemented for. */

import type { ImportedModule, LanguageRules } from './language.ts';

const query = `
(function_item name: (identifier) @name body: (block) @body) @function
(function_signature_item name: (identifier) @name) @function
(struct_item name: (type_identifier) @name body: (field_declaration_list) @body) @struct
(struct_item name: (type_identifier) @name) @struct
(union_item name: (type_identifier) @name body: (_) @body) @struct
(enum_item name: (type_identifier) @name body: (_) @body) @enum
(trait_item name: (type_identifier) @name body: (_) @body) @trait
(type_item name: (type_identifier) @name) @type
(mod_item name: (identifier) @name body: (_) @body) @module
(macro_definition name: (identifier) @name) @macro
(impl_item type: (_) @name body: (_) @body) @scope
(struct_item body: (field_declaration_list (field_declaration name: (field_identifier) @name) @property))
(const_item name: (identifier) @name) @constant
(static_item name: (identifier) @name) @constant

[(line_comment) (block_comment)] @comment
(attribute_item) @attribute
(use_declaration) @import
(extern_crate_declaration) @import
(type_identifier) @type_reference
[
  (if_expression) (for_expression) (while_expression) (try_expression)
] @branch
(match_arm pattern: (match_pattern (_))) @branch
(binary_expression operator: ["&&" "||"] @branch)
`;

export const rust: LanguageRules = {
  grammar: () => import('@vscode/tree-sitter-wasm/wasm/tree-sitter-rust.wasm'),
  query,
  exported: ({ kind, head, scopeHead, enclosing }) => {
    if (enclosing?.kind === 'function' || enclosing?.kind === 'method') return false;
    const open = /\bpub\b/.test(head) || kind === 'macro' || /\bfor\b/.test(scopeHead ?? '');
    return open || (enclosing?.kind === 'trait' && enclosing.exported);
  },
  readImports,
  splitName,
};

/** `&'a mut dyn fmt::Display<T>` is `fmt`, `Display`. */
function splitName(text: string): string[] {
  const bare = text.replace(/<[\s\S]*$/, '').replaceAll(/&|'\w+|\b(mut|dyn)\s/g, '');
  return bare.split('::').map((part) => part.trim());
}

/** One module a path: `use a::{b, c::{d as e}}` brings `b` of `a::b` and `e` of `a::c::d`. */
function readImports(statement: string): ImportedModule[] {
  const tree = statement
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .replace(/^[\s\S]*?\b(use|extern\s+crate)\s+/, '')
    .replaceAll(/\s+as\s+/g, '@')
    .replaceAll(/[\s;]/g, '');
  const found: ImportedModule[] = [];
  const prefixes: string[] = [''];
  for (const [, segment = '', mark = ''] of tree.matchAll(/([^{},]*)([{},]|$)/g)) {
    const path = (prefixes.at(-1) ?? '') + segment;
    if (mark === '{') prefixes.push(path);
    else if (segment !== '') found.push(importedPath(path));
    if (mark === '}') prefixes.pop();
  }
  return found;
}

function importedPath(path: string): ImportedModule {
  const [whole = path, alias] = path.split('@');
  const module = whole.replace(/::(self|\*)$/, '');
  const name = alias ?? module.split('::').at(-1) ?? module;
  return { module, names: whole.endsWith('*') || name === '_' ? [] : [name] };
}
