/**
 * Go: methods belong to the type of their receiver, and a capital first letter exports a name. A type extends the types that it embeds, which are
 * also its fields. Local declarations of functions are not definitions.
 */

import type { ImportedModule, LanguageRules } from './language.ts';

const definitions = `
(function_declaration name: (identifier) @name body: (block)? @body) @function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @container
    (pointer_type (type_identifier) @container)
    (generic_type type: (type_identifier) @container)
    (pointer_type (generic_type type: (type_identifier) @container))
  ]))
  name: (field_identifier) @name body: (block)? @body) @method

(type_declaration (type_spec
  name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @struct)
(type_declaration (type_spec
  name: (type_identifier) @name type: (interface_type "{" @body)) @interface)
(type_declaration (type_spec name: (type_identifier) @name) @type)
(type_declaration (type_alias name: (type_identifier) @name) @type)
(type_declaration . (type_spec name: (_) @name) .) @outer
(type_declaration (type_spec
  type: (struct_type (field_declaration_list (field_declaration name: (field_identifier) @name) @property))))
(type_declaration (type_spec
  type: (interface_type (method_elem name: (field_identifier) @name) @method)))

(source_file (const_declaration (const_spec name: (identifier) @name) @constant))
((source_file (var_declaration (var_spec name: (identifier) @name) @variable)) (#not-eq? @name "_"))
((source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @variable))) (#not-eq? @name "_"))
(source_file (const_declaration . (const_spec name: (identifier) @name) .) @outer)
(source_file (var_declaration . (var_spec name: (identifier) @name) .) @outer)

(comment) @comment
(import_spec) @import
[
  (if_statement) (for_statement) (expression_case) (type_case) (communication_case)
] @branch
(binary_expression operator: ["&&" "||"] @branch)
`;

/** Matches the name of a type, with its package. */
const typePath = (capture: string) =>
  `[(type_identifier) ${capture} (qualified_type package: (_) @receiver name: (_) ${capture})]`;

/** `var _ Store = (*cache)(nil)` makes the compiler check that `cache` is a `Store`; so do `cache{}`, `&cache{}` and `new(cache)`. */
const assertedType = `[
  (call_expression function: (parenthesized_expression (unary_expression operand: (identifier) @for)))
  (composite_literal type: (type_identifier) @for)
  (unary_expression operand: (composite_literal type: (type_identifier) @for))
  (call_expression arguments: (argument_list . (type_identifier) @for))
]`;

/** A named type. */
const namedType = '[(type_identifier) (qualified_type) (generic_type)]';

/** An expression that determines its own type: a literal, an assertion, `new(T)`, or a call, whose type its function determines. */
const typedExpression = `[
  (composite_literal type: ${namedType} @bound_type)
  (unary_expression operand: (composite_literal type: ${namedType} @bound_type))
  (type_assertion_expression type: (_) @bound_type)
  (call_expression arguments: (argument_list . (type_identifier) @bound_type))
  (call_expression) @bound_type
]`;

const references = `
(call_expression function: [
  (identifier) @call
  (selector_expression operand: (_) @receiver field: (field_identifier) @call)
  (index_expression operand: [(identifier) @call (selector_expression operand: (_) @receiver field: (field_identifier) @call)])
  (parenthesized_expression [(identifier) @call (selector_expression operand: (_) @receiver field: (field_identifier) @call)])
])
(type_conversion_expression type: (generic_type type: ${typePath('@call')}))
(composite_literal type: ${typePath('@call')})
(composite_literal type: (generic_type type: ${typePath('@call')}))

(field_declaration !name type: ${typePath('@extends')})
(field_declaration !name type: (generic_type type: ${typePath('@extends')}))
(interface_type (type_elem . ${typePath('@extends')} .))
(interface_type (type_elem . (generic_type type: ${typePath('@extends')}) .))
((var_spec name: (identifier) @_blank type: ${typePath('@implements')} value: (expression_list ${assertedType})) (#eq? @_blank "_"))
(type_identifier) @type_reference
(qualified_type package: (_) @receiver name: (_) @type_reference)

(argument_list [(identifier) (selector_expression)] @value)
(selector_expression operand: (identifier) @value)
(literal_value (literal_element [(identifier) (selector_expression)] @value))
(keyed_element value: (literal_element [(identifier) (selector_expression)] @value))
(short_var_declaration right: (expression_list [(identifier) (selector_expression)] @value))
(assignment_statement right: (expression_list [(identifier) (selector_expression)] @value))
(var_spec value: (expression_list [(identifier) (selector_expression)] @value))
(return_statement (expression_list [(identifier) (selector_expression)] @value))
(expression_case value: (expression_list [(identifier) (selector_expression)] @value))
(binary_expression [(identifier) (selector_expression)] @value)
(unary_expression operand: [(identifier) (selector_expression)] @value)
(index_expression index: [(identifier) (selector_expression)] @value)
`;

/** The first of several results, because the others are mostly errors. */
const result = `[
  ${namedType} @returns
  (pointer_type) @returns
  (parameter_list . (parameter_declaration type: (_) @returns))
]`;

const names = `
(parameter_declaration name: (identifier) @bound type: (_) @bound_type)
(variadic_parameter_declaration name: (identifier) @bound)
(type_parameter_declaration name: (identifier) @bound)
(method_declaration receiver: (parameter_list (parameter_declaration type: [
  (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @bound)))
  (pointer_type (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @bound))))
])))
(short_var_declaration left: (expression_list . (identifier) @bound) right: (expression_list . ${typedExpression}))
(short_var_declaration left: (expression_list . (identifier) @bound .) right: (expression_list . (identifier) @bound_value .))
(short_var_declaration left: (expression_list (identifier) @bound))
(range_clause left: (expression_list (identifier) @bound))
(receive_statement left: (expression_list (identifier) @bound))
(type_switch_statement alias: (expression_list (identifier) @bound))
(var_spec name: (identifier) @bound type: (_) @bound_type)
(var_spec name: (identifier) @bound value: (expression_list . ${typedExpression}))
(var_spec name: (identifier) @bound)
(const_spec name: (identifier) @bound)
(type_spec name: (type_identifier) @bound)
(field_declaration name: (field_identifier) @field type: (_) @bound_type)
(field_declaration !name type: [
  (type_identifier) @field @bound_type
  (qualified_type name: (_) @field) @bound_type
  (generic_type type: (type_identifier) @field) @bound_type
])
(function_declaration result: ${result})
(method_declaration result: ${result})
(method_elem result: ${result})
(package_clause (package_identifier) @namespace)
`;

export const go: LanguageRules = {
  grammar: () => import('@vscode/tree-sitter-wasm/wasm/tree-sitter-go.wasm'),
  query: definitions + references + names,
  isExported: ({ name, enclosing }) =>
    /^\p{Lu}/u.test(name) && (enclosing === undefined || enclosing.exported),
  readImports,
  builtinTypes: new Set(
    'any bool byte comparable error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr'.split(
      ' ',
    ),
  ),
};

/** Reads `alias "path"`. Without an alias, the name is the last segment of the path, ignoring a major version. */
function readImports(statement: string): ImportedModule[] {
  const [, alias, module = ''] = /^([\p{L}\p{N}_.]+)?\s*["`]([^"`]+)["`]/u.exec(statement) ?? [];
  if (module === '') return [];
  if (alias === '.') return [{ module, names: [], wildcard: true }];
  if (alias === '_') return [{ module, names: [] }];
  const segments = module.split('/').filter((segment) => !/^v\d+$/.test(segment));
  const packageName = (segments.at(-1) ?? module).replace(/\.v\d+$/, '').replace(/^go-|[-.]go$/, '');
  const local = alias ?? packageName;
  return [{ module, names: [local], bindings: [{ imported: '*', local }] }];
}
