/**
 * C#: namespaces say where a type lives, as packages do, and are not part of its name here. `public`, `protected` and
 * members of interfaces are exported; `internal` is not.
 */

import type { ImportedModule, LanguageRules } from './language.ts';

const query = `
(class_declaration name: (identifier) @name body: (_)? @body) @class
(record_declaration name: (identifier) @name body: (_)? @body) @class
(struct_declaration name: (identifier) @name body: (_)? @body) @struct
(interface_declaration name: (identifier) @name body: (_)? @body) @interface
(enum_declaration name: (identifier) @name body: (_)? @body) @enum
(delegate_declaration name: (identifier) @name) @type
(method_declaration name: (identifier) @name body: (_)? @body) @method
(constructor_declaration name: (identifier) @name body: (_)? @body) @method
(local_function_statement name: (identifier) @name body: (_)? @body) @function
(property_declaration name: (identifier) @name accessors: (_) @body) @property
(property_declaration name: (identifier) @name) @property
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @property
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @property

(comment) @comment
(using_directive) @import
(parameter type: (identifier) @type_reference)
(variable_declaration type: (identifier) @type_reference)
(property_declaration type: (identifier) @type_reference)
(method_declaration returns: (identifier) @type_reference)
(object_creation_expression type: (identifier) @type_reference)
(catch_declaration type: (identifier) @type_reference)
(cast_expression type: (identifier) @type_reference)
(nullable_type type: (identifier) @type_reference)
(array_type type: (identifier) @type_reference)
(generic_name (identifier) @type_reference)
(type_argument_list (identifier) @type_reference)
(base_list (identifier) @type_reference)
[
  (if_statement) (for_statement) (foreach_statement) (while_statement) (do_statement) (catch_clause)
  (conditional_expression)
] @branch
(switch_section [(constant_pattern) (declaration_pattern) (relational_pattern) (recursive_pattern)]) @branch
(switch_expression_arm . [
  (constant_pattern) (declaration_pattern) (relational_pattern) (recursive_pattern) (type_pattern) (and_pattern) (or_pattern)
  (negated_pattern) (var_pattern) (tuple_pattern) (list_pattern)
]) @branch
(binary_expression operator: ["&&" "||" "??"] @branch)
`;

export const csharp: LanguageRules = {
  grammar: () => import('@vscode/tree-sitter-wasm/wasm/tree-sitter-c-sharp.wasm'),
  query,
  exported: ({ head, enclosing }) =>
    (enclosing === undefined || enclosing.exported) &&
    (/\b(public|protected)\b/.test(head) || enclosing?.kind === 'interface'),
  readImports,
};

function readImports(statement: string): ImportedModule[] {
  const text = statement.replace(/^(global\s+)?using\s+(static\s+)?/, '').replace(/;\s*$/, '');
  const [left = '', right] = text.split(/\s*=\s*/);
  return [right === undefined ? { module: left, names: [] } : { module: right, names: [left] }];
}
