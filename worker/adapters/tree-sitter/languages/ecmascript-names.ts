/**
 * Patterns for references, bindings and exports that JavaScript and TypeScript share. Nested patterns make a query slow to compile, so paths are
 * captured as a whole where possible.
 */

/** Names, and paths that end in a name. */
export const paths = '[(identifier) (member_expression)]';

const calls = `
(call_expression function: [
  (identifier) @call (super) @call (await_expression) @call
  (member_expression object: (_) @receiver property: (_) @call)
])
(new_expression constructor: [
  (identifier) @call
  (member_expression object: (_) @receiver property: (_) @call)
])
(decorator ${paths} @decorator)
(decorator (call_expression function: ${paths} @decorator))
`;

const values = `
(arguments ${paths} @value)
(variable_declarator value: ${paths} @value)
(assignment_expression right: ${paths} @value)
(pair value: ${paths} @value)
(object (shorthand_property_identifier) @value)
(return_statement ${paths} @value)
(arrow_function body: ${paths} @value)
(array ${paths} @value)
(ternary_expression consequence: ${paths} @value)
(ternary_expression alternative: ${paths} @value)
(binary_expression operator: ["||" "??" "&&"] right: ${paths} @value)
(assignment_pattern right: (identifier) @value)
(spread_element (identifier) @value)
(member_expression object: (identifier) @value)
(subscript_expression object: (identifier) @value)
(template_substitution (identifier) @value)
(unary_expression argument: (identifier) @value)
(parenthesized_expression (identifier) @value)
(binary_expression (identifier) @value)
`;

const assignedValue =
  '[(new_expression) @bound_type (call_expression) @bound_type (await_expression) @bound_type (identifier) @bound_value]';

const bindings = `
(variable_declarator name: (identifier) @bound value: ${assignedValue})
(variable_declarator name: (identifier) @bound)
(assignment_expression left: (identifier) @assigned right: ${assignedValue})
(assignment_expression left: (identifier) @assigned right: [(null) (undefined)]) @neutral
(assignment_expression left: (identifier) @assigned)
(variable_declaration (variable_declarator name: (_) @hoisted))
(for_in_statement kind: "var" left: (_) @hoisted)
(shorthand_property_identifier_pattern) @bound
[
  (pair_pattern value: (identifier) @bound) (array_pattern (identifier) @bound) (rest_pattern (identifier) @bound)
  (assignment_pattern left: (identifier) @bound) (arrow_function parameter: (identifier) @bound)
  (for_in_statement left: (identifier) @bound) (catch_clause parameter: (identifier) @bound)
]
(assignment_expression left: (member_expression object: (this) property: (_) @field) right: ${assignedValue})
`;

/** ES modules, and CommonJS exports whose target is `module.exports` or `exports.name`. `readImports` ignores calls of other functions. */
const modules = `
(export_statement !source (export_clause (export_specifier name: (_) @export_local alias: (_)? @export_name)))
(export_statement "default" declaration: (_ name: (_) @default))
(export_statement "default" value: (_) @default)
(assignment_expression left: (member_expression) @target right: [
  (identifier) @export_local
  (function_expression) @default (arrow_function) @default (class) @default
  (new_expression) @default (call_expression) @default
])
(assignment_expression left: (member_expression) @target right: (object [
  (shorthand_property_identifier) @export_local @export_name
  (pair key: (property_identifier) @export_name value: (identifier) @export_local)
]))

(import_statement) @import
(export_statement source: (_)) @import
(call_expression function: [(import) (identifier)] arguments: (arguments . [(string) (template_string)])) @import
(variable_declarator value: [(call_expression) (await_expression) (member_expression)]) @import
`;

export const ecmascriptNames = calls + values + bindings + modules;

/** Patterns of the grammars with markup: JavaScript and TSX. */
export const markupNames = `
(jsx_opening_element name: (_) @render)
(jsx_self_closing_element name: (_) @render)
(jsx_expression ${paths} @value)
`;
