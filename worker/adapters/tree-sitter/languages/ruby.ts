/** Ruby: `private` and `protected` hold for the methods after them; the comment above is the documentation. */

import type { ImportedModule, LanguageRules } from './language.ts';

const query = `
(class name: (_) @name body: (_)? @body) @class
(module name: (_) @name body: (_)? @body) @module
(method name: (_) @name body: (_)? @body) @method
(singleton_method name: (_) @name body: (_)? @body) @method
(program (assignment left: (constant) @name) @constant)
(body_statement (assignment left: (constant) @name) @constant)

(comment) @comment
(body_statement (identifier) @visibility (#match? @visibility "^(private|protected|public)$"))
(call method: (identifier) @_require arguments: (argument_list . (string)) (#match? @_require "^require(_relative)?$")) @import

(superclass [(constant) (scope_resolution)] @type_reference)
(call receiver: (constant) @type_reference)
[
  (if) (unless) (elsif) (if_modifier) (unless_modifier) (while) (until) (while_modifier) (until_modifier) (for) (when)
  (in_clause) (rescue) (rescue_modifier) (conditional)
] @branch
(binary operator: ["&&" "||" "and" "or"] @branch)
`;

export const ruby: LanguageRules = {
  grammar: () => import('@vscode/tree-sitter-wasm/wasm/tree-sitter-ruby.wasm'),
  query,
  exported: ({ kind, section, enclosing }) =>
    (enclosing === undefined || enclosing.exported) && (kind !== 'method' || section !== 'private'),
  readImports,
  splitName: (text) => text.split('::').filter((part) => part !== ''),
};

/** What a file is likely to define: `ledger/entry` brings `Entry`, `json` brings `Json` and `JSON`. */
function readImports(statement: string): ImportedModule[] {
  const module = /['"]([^'"]+)['"]/.exec(statement)?.[1];
  if (module === undefined) return [];
  const base = module.slice(module.lastIndexOf('/') + 1).replace(/\.rb$/, '');
  const camel = base.replaceAll(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase());
  return [{ module, names: [camel, base.toUpperCase()] }];
}
