/** What JavaScript and TypeScript refer to, bind and export: the patterns of `LanguageRules.query` both share. */

/** A name, or the last segment of a path, where an expression stands. */
export const namedBy = (capture: string) => `
  (identifier) ${capture}
  (member_expression object: (_) @receiver property: (_) ${capture})`;

const calls = `
(call_expression function: [${namedBy('@call')} (super) @call])
(new_expression constructor: [${namedBy('@call')}])
(decorator [${namedBy('@decorator')} (call_expression function: [${namedBy('@decorator')}])])
`;

const values = `
(arguments [${namedBy('@value')}])
(variable_declarator value: [${namedBy('@value')}])
(assignment_expression right: [${namedBy('@value')}])
(pair value: [${namedBy('@value')}])
(object (shorthand_property_identifier) @value)
(return_statement [${namedBy('@value')}])
(arrow_function body: [${namedBy('@value')}])
(array [${namedBy('@value')}])
(ternary_expression consequence: [${namedBy('@value')}])
(ternary_expression alternative: [${namedBy('@value')}])
(binary_expression operator: ["||" "??" "&&"] right: [${namedBy('@value')}])
(assignment_pattern right: (identifier) @value)
(spread_element (identifier) @value)
(class_heritage (_ (arguments (identifier) @value)))
`;

const bindings = `
(variable_declarator name: (identifier) @bound value: [(new_expression) (call_expression)] @bound_type)
(variable_declarator name: (identifier) @bound value: (await_expression (call_expression) @bound_type))
(variable_declarator name: (identifier) @bound value: (identifier) @bound_value)
(variable_declarator name: (identifier) @bound)
(shorthand_property_identifier_pattern) @bound
[
  (pair_pattern value: (identifier) @bound) (array_pattern (identifier) @bound) (rest_pattern (identifier) @bound)
  (assignment_pattern left: (identifier) @bound) (arrow_function parameter: (identifier) @bound)
  (for_in_statement left: (identifier) @bound) (catch_clause parameter: (identifier) @bound)
]
(assignment_expression
  left: (member_expression object: (this) @receiver property: [(property_identifier) (private_property_identifier)] @field)
  right: [(new_expression) (call_expression)] @bound_type)
(assignment_expression
  left: (member_expression object: (this) @receiver property: [(property_identifier) (private_property_identifier)] @field)
  right: (identifier) @bound_value)
`;

/** ES modules, and CommonJS where the target is \`module.exports\` or \`exports.name\`. */
const exported = `
(export_statement !source (export_clause (export_specifier name: (_) @export_local alias: (_)? @export_name)))
(export_statement "default" declaration: (_ name: (_) @default))
(export_statement "default" value: (_) @default)
(assignment_expression left: (member_expression) @target right: (identifier) @export_local)
(assignment_expression left: (member_expression) @target right: (object [
  (shorthand_property_identifier) @export_local @export_name
  (pair key: (property_identifier) @export_name value: (identifier) @export_local)
]))
(assignment_expression left: (member_expression) @target
  right: [(function_expression) (arrow_function) (class) (new_expression) (call_expression)] @default)

(import_statement) @import
(export_statement source: (_)) @import
(call_expression function: (import) arguments: (arguments . [(string) (template_string)])) @import
(call_expression function: (identifier) arguments: (arguments . (string) .)) @import
(variable_declarator value: (call_expression function: (identifier) arguments: (arguments . (string) .))) @import
(variable_declarator value: (member_expression
  object: (call_expression function: (identifier) arguments: (arguments . (string) .)))) @import
(variable_declarator value: (await_expression (call_expression function: (import)))) @import
`;

export const ecmascriptNames = calls + values + bindings + exported;

/** Of the grammars that know markup: JavaScript and TSX. */
export const markupNames = `
(jsx_opening_element name: (_) @render)
(jsx_self_closing_element name: (_) @render)
(jsx_expression [${namedBy('@value')}])
`;
