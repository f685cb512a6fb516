/**
 * The query of Rust. The block that implements a trait is not a definition, so the implementing type is captured too. The arguments of macros are
 * not parsed; a name before parentheses is treated as a call there.
 */

const definitions = `
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
(union_item body: (field_declaration_list (field_declaration name: (field_identifier) @name) @property))
(enum_variant name: (identifier) @name) @constant
(const_item name: (identifier) @name) @constant
(static_item name: (identifier) @name) @constant

[(line_comment) (block_comment)] @comment
(attribute_item) @attribute
[(use_declaration) (extern_crate_declaration)] @import
(mod_item !body) @import
[
  (if_expression) (for_expression) (while_expression) (try_expression)
] @branch
(match_arm pattern: (match_pattern (_))) @branch
(binary_expression operator: ["&&" "||"] @branch)
`;

/** A called function, with or without type arguments. */
const calledFunction = `[
  (identifier) @call
  (scoped_identifier path: (_) @receiver name: (identifier) @call)
  (scoped_identifier !path name: (identifier) @call)
  (field_expression value: (_) @receiver field: (field_identifier) @call)
]`;

const path = (kind: string) =>
  `[(identifier) ${kind} (scoped_identifier path: (_) @receiver name: (identifier) ${kind})]`;
const typePath = (kind: string) =>
  `[(type_identifier) ${kind} (scoped_type_identifier path: (_) @receiver name: (type_identifier) ${kind})]`;

const references = `
(call_expression function: ${calledFunction})
(call_expression function: (generic_function function: ${calledFunction}))
(call_expression function: (parenthesized_expression ${calledFunction}))
(macro_invocation macro: ${path('@call')})
(struct_expression name: ${typePath('@call')})
(struct_expression name: (generic_type_with_turbofish type: ${typePath('@call')}))
((token_tree (identifier) @token_call . (token_tree)) (#not-any-of? @token_call "in" "else" "move"))
(token_tree "default" @token_call . (token_tree))
(token_tree (identifier) @token_call . "::" . "<")

(trait_item bounds: (trait_bounds ${typePath('@extends')}))
(trait_item bounds: (trait_bounds (generic_type type: ${typePath('@extends')})))
(impl_item trait: ${typePath('@implements')} type: (_) @for)
(impl_item trait: (generic_type type: ${typePath('@implements')}) type: (_) @for)
(attribute ${path('@decorator')})
((attribute (identifier) @_derive arguments: (token_tree (identifier) @decorator)) (#eq? @_derive "derive"))
(type_identifier) @type_reference
(scoped_type_identifier path: (_) @receiver name: (type_identifier) @type_reference)

(arguments [(identifier) (scoped_identifier) (field_expression)] @value)
(reference_expression value: [(identifier) (scoped_identifier)] @value)
(binary_expression [(identifier) (scoped_identifier)] @value)
(index_expression [(identifier) (scoped_identifier)] @value)
(range_expression [(identifier) (scoped_identifier)] @value)
(field_initializer value: [(identifier) (scoped_identifier)] @value)
(let_declaration value: [(identifier) (scoped_identifier)] @value)
(match_arm value: [(identifier) (scoped_identifier)] @value)
(array_expression [(identifier) (scoped_identifier)] @value)
(tuple_expression [(identifier) (scoped_identifier)] @value)
(return_expression [(identifier) (scoped_identifier)] @value)
(block [(identifier) (scoped_identifier)] @value .)
(const_item value: [(identifier) (scoped_identifier)] @value)
(static_item value: [(identifier) (scoped_identifier)] @value)
(match_pattern [(identifier) (scoped_identifier)] @value)
(or_pattern [(identifier) (scoped_identifier)] @value)
(tuple_struct_pattern type: [(identifier) (scoped_identifier)] @value)
(tuple_struct_pattern type: (_) [(identifier) (scoped_identifier)] @value)
`;

/** An expression that determines its own type: a construction, a cast, or a call. */
const typedExpression = `[
  (struct_expression name: (_) @bound_type)
  (reference_expression value: (struct_expression name: (_) @bound_type))
  (reference_expression value: (call_expression) @bound_type)
  (type_cast_expression type: (_) @bound_type)
  (call_expression) @bound_type
  (try_expression) @bound_type
  (await_expression) @bound_type
]`;

/** In a pattern, a capitalized name is a constant or variant. */
const isVariable = '(#not-match? @bound "^[A-Z]")';
/** `Some(found)` and `Ok(found)` bind the successful result of a call. */
const unwrappingPattern = '(tuple_struct_pattern type: (identifier) @_variant . (identifier) @bound .)';
const isUnwrapping = '(#any-of? @_variant "Some" "Ok")';

/**
 * Patterns and values use the same kind of node, so names are captured wherever a pattern can occur. Among the tokens of a macro, a name, a
 * colon and a capitalized name are a parameter or variable with its type.
 */
const names = `
(parameter pattern: (identifier) @bound type: (_) @bound_type)
(parameter pattern: (mut_pattern (identifier) @bound) type: (_) @bound_type)
(let_declaration pattern: (identifier) @bound type: (_) @bound_type)
(let_declaration pattern: (identifier) @bound value: ${typedExpression})
(let_declaration pattern: (identifier) @bound value: (identifier) @bound_value)
(let_declaration pattern: (identifier) @bound)
(let_declaration pattern: (mut_pattern (identifier) @bound) value: ${typedExpression})
(closure_parameters (identifier) @bound)
((token_tree (identifier) @bound . ":" . (identifier) @bound_type) (#match? @bound_type "^[A-Z]"))
((token_tree (identifier) @bound . ":" . "&" . (identifier) @bound_type) (#match? @bound_type "^[A-Z]"))
(for_expression pattern: (identifier) @bound)
((match_pattern (identifier) @bound) ${isVariable})
(tuple_pattern (identifier) @bound)
(slice_pattern (identifier) @bound)
((tuple_struct_pattern type: (_) (identifier) @bound) ${isVariable})
((let_condition pattern: ${unwrappingPattern} value: (call_expression) @bound_type) ${isUnwrapping})
((let_declaration pattern: ${unwrappingPattern} value: (call_expression) @bound_type) ${isUnwrapping})
(field_pattern name: (shorthand_field_identifier) @bound)
(field_pattern pattern: (identifier) @bound)
[(mut_pattern (identifier) @bound) (ref_pattern (identifier) @bound) (reference_pattern (identifier) @bound)]
(captured_pattern . (identifier) @bound)
(type_parameter name: (type_identifier) @bound)
(const_item name: (identifier) @bound type: (_) @bound_type)
(static_item name: (identifier) @bound type: (_) @bound_type)
(struct_item body: (field_declaration_list (field_declaration name: (field_identifier) @field type: (_) @bound_type)))
(function_item return_type: (_) @returns)
(function_signature_item return_type: (_) @returns)
`;

export const rustQuery = definitions + references + names;
