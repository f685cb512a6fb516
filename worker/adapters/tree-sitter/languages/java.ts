/** Java: `public` and `protected` members are exported, those of an interface always. */

import type { ImportedModule, LanguageRules } from './language.ts';

const query = `
(class_declaration name: (identifier) @name body: (_) @body) @class
(record_declaration name: (identifier) @name body: (_) @body) @class
(enum_declaration name: (identifier) @name body: (_) @body) @enum
(interface_declaration name: (identifier) @name body: (_) @body) @interface
(annotation_type_declaration name: (identifier) @name body: (_) @body) @interface
(method_declaration name: (identifier) @name body: (block)? @body) @method
(constructor_declaration name: (identifier) @name body: (_) @body) @method
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @method
(annotation_type_element_declaration name: (identifier) @name) @method
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @property
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @property

[(line_comment) (block_comment)] @comment
(import_declaration) @import
(type_identifier) @type_reference
[
  (if_statement) (for_statement) (enhanced_for_statement) (while_statement) (do_statement) (catch_clause) (ternary_expression)
] @branch
(switch_label (_)) @branch
(binary_expression operator: ["&&" "||"] @branch)
`;

export const java: LanguageRules = {
  grammar: () => import('@vscode/tree-sitter-wasm/wasm/tree-sitter-java.wasm'),
  query,
  exported: ({ head, enclosing }) =>
    (enclosing === undefined || enclosing.exported) &&
    (/\b(public|protected)\b/.test(head) || enclosing?.kind === 'interface'),
  readImports,
};

function readImports(statement: string): ImportedModule[] {
  const module = /^import\s+(?:static\s+)?([\w.]+)/.exec(statement)?.[1]?.replace(/\.$/, '');
  if (module === undefined) return [];
  const name = module.slice(module.lastIndexOf('.') + 1);
  return [{ module, names: statement.includes('*') ? [] : [name] }];
}
