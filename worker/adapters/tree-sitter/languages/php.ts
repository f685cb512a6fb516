/** PHP: a namespace says where a file's names live and is not part of them here; `private` hides a member. */

import type { ImportedModule, LanguageRules } from './language.ts';

const query = `
(class_declaration name: (name) @name body: (_) @body) @class
(interface_declaration name: (name) @name body: (_) @body) @interface
(trait_declaration name: (name) @name body: (_) @body) @trait
(enum_declaration name: (name) @name body: (_) @body) @enum
(function_definition name: (name) @name body: (_) @body) @function
(method_declaration name: (name) @name body: (_)? @body) @method
(property_declaration (property_element name: (variable_name (name) @name))) @property
(const_declaration (const_element . (name) @name)) @constant

(comment) @comment
(namespace_use_declaration) @import
(named_type [(name) (qualified_name)] @type_reference)
(base_clause (name) @type_reference)
(class_interface_clause (name) @type_reference)
(use_declaration (name) @type_reference)
(object_creation_expression (name) @type_reference)
[
  (if_statement) (else_if_clause) (for_statement) (foreach_statement) (while_statement) (do_statement) (case_statement)
  (catch_clause) (conditional_expression) (match_conditional_expression)
] @branch
(binary_expression operator: ["&&" "||" "??" "and" "or"] @branch)
`;

export const php: LanguageRules = {
  grammar: () => import('@vscode/tree-sitter-wasm/wasm/tree-sitter-php.wasm'),
  query,
  exported: ({ head, enclosing }) =>
    (enclosing === undefined || enclosing.exported) && !/\bprivate\b/.test(head),
  readImports,
};

/** `use A\{B, C as D};` is two modules, `A\B` and `A\C`. */
function readImports(statement: string): ImportedModule[] {
  const text = statement.replace(/^use\s+((function|const)\s+)?/, '').replace(/\s*;\s*$/, '');
  const group = /^([^{]*)\{([\s\S]*)\}$/.exec(text);
  const prefix = group?.[1] ?? '';
  return (group?.[2] ?? text)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [path = part, alias] = part.split(/\s+as\s+/);
      return { module: prefix + path, names: [alias ?? path.slice(path.lastIndexOf('\\') + 1)] };
    });
}
