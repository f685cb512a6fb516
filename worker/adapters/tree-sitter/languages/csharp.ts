/**
 * C#: namespaces are treated like packages and are not part of a type's name. `public`, `protected` and members of interfaces are exported;
 * `internal` is not. A base whose name starts with `I` and another capital is treated as an interface, because the syntax does not distinguish them.
 */

import { blankDirectives } from './blank-directives.ts';
import type { ImportedModule, LanguageRules } from './language.ts';

const definitions = `
(class_declaration name: (identifier) @name body: (_)? @body) @class
(record_declaration name: (identifier) @name body: (_)? @body) @class
(struct_declaration name: (identifier) @name body: (_)? @body) @struct
(interface_declaration name: (identifier) @name body: (_)? @body) @interface
(enum_declaration name: (identifier) @name body: (_)? @body) @enum
(enum_member_declaration name: (identifier) @name) @constant
(delegate_declaration name: (identifier) @name) @type
(method_declaration name: (identifier) @name body: (_)? @body) @method
(constructor_declaration name: (identifier) @name body: (_)? @body) @method
(destructor_declaration name: (identifier) @name body: (_)? @body) @method
(indexer_declaration "this" @name accessors: (_)? @body) @property
(local_function_statement name: (identifier) @name body: (_)? @body) @function
(property_declaration name: (identifier) @name accessors: (_) @body) @property
(property_declaration name: (identifier) @name) @property
(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @property
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @property

(comment) @comment
(using_directive) @import
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

/** Matches a name with or without type arguments. */
const calledName = (receiver: string) =>
  `[(identifier) @call (generic_name . (identifier) @call)]${receiver}`;
/** Matches a named type. An identifier is a type only in certain positions. */
const namedType = (capture: string) =>
  `[(identifier) ${capture} (qualified_name) ${capture} (generic_name . (identifier) ${capture})]`;
const baseType = (capture: string) =>
  `[${['class', 'record', 'struct'].map((kind) => `(${kind}_declaration (base_list ${namedType(`${capture} @type_reference`)}))`).join(' ')}]`;
const interfaceName = '"^(\\\\w+\\\\.)*I[A-Z]"';

const references = `
(invocation_expression function: ${calledName('')})
(invocation_expression function: (member_access_expression expression: _ @receiver name: ${calledName('')}))
(invocation_expression function: (conditional_access_expression
  condition: (_) @receiver (member_binding_expression name: ${calledName('')})))
(object_creation_expression type: ${namedType('@call @type_reference')})
(constructor_initializer "base" @call)

(interface_declaration (base_list ${namedType('@extends @type_reference')}))
(base_list (primary_constructor_base_type type: ${namedType('@extends @type_reference')}))
(${baseType('@implements')} (#match? @implements ${interfaceName}))
(${baseType('@extends')} (#not-match? @extends ${interfaceName}))
(attribute name: (_) @decorator)

(_ type: [(identifier) (qualified_name)] @type_reference)
(_ returns: [(identifier) (qualified_name)] @type_reference)
(generic_name . (identifier) @type_reference)
(type_argument_list [(identifier) (qualified_name)] @type_reference)
(as_expression right: (identifier) @type_reference)
(is_expression right: (identifier) @type_reference)

(member_access_expression expression: _ @receiver name: (identifier) @value)
(argument (identifier) @value)
(assignment_expression right: (identifier) @value)
(return_statement (identifier) @value)
(variable_declarator name: (_) (identifier) @value)
`;

/** An expression that determines its own type. */
const typedExpression = `[
  (object_creation_expression type: (_) @bound_type)
  (cast_expression type: (_) @bound_type)
  (as_expression right: (_) @bound_type)
  (invocation_expression) @bound_type
  (await_expression (invocation_expression) @bound_type)
]`;

/** An explicit type, not `var`. */
const isExplicitType = '(#not-eq? @bound_type "var")';

const names = `
(parameter type: (_) @bound_type name: (identifier) @bound)
(parameter name: (identifier) @bound)
(parameter_list type: (_) name: (identifier) @bound)
(field_declaration (variable_declaration type: (_) @bound_type (variable_declarator name: (identifier) @field)))
(event_field_declaration (variable_declaration type: (_) @bound_type (variable_declarator name: (identifier) @field)))
(property_declaration type: (_) @bound_type name: (identifier) @field)
(record_declaration (parameter_list (parameter type: (_) @bound_type name: (identifier) @field)))
((local_declaration_statement (variable_declaration type: (_) @bound_type (variable_declarator name: (identifier) @bound))) ${isExplicitType})
(local_declaration_statement (variable_declaration (variable_declarator name: (identifier) @bound ${typedExpression})))
(variable_declarator name: (identifier) @bound)
((using_statement (variable_declaration type: (_) @bound_type (variable_declarator name: (identifier) @bound))) ${isExplicitType})
(using_statement (variable_declaration (variable_declarator name: (identifier) @bound ${typedExpression})))
((foreach_statement type: (_) @bound_type left: (identifier) @bound) ${isExplicitType})
(foreach_statement left: (identifier) @bound)
(catch_declaration type: (_) @bound_type name: (identifier) @bound)
(declaration_pattern type: (_) @bound_type name: (identifier) @bound)
(recursive_pattern type: (_) @bound_type name: (identifier) @bound)
((declaration_expression type: (_) @bound_type name: (identifier) @bound) ${isExplicitType})
(declaration_expression name: (identifier) @bound)
(tuple_pattern name: (identifier) @bound)
(implicit_parameter) @bound
(from_clause name: (identifier) @bound)
(type_parameter name: (identifier) @bound)
(method_declaration returns: (_) @returns)
(local_function_statement type: (_) @returns)
[(namespace_declaration name: (_) @namespace) (file_scoped_namespace_declaration name: (_) @namespace)]
`;

export const csharp: LanguageRules = {
  grammar: () => import('@vscode/tree-sitter-wasm/wasm/tree-sitter-c-sharp.wasm'),
  query: definitions + references + names,
  isExported: ({ head, enclosing }) =>
    (enclosing === undefined || enclosing.exported) &&
    (/\b(public|protected)\b/.test(head) || enclosing?.kind === 'interface' || enclosing?.kind === 'enum'),
  readImports,
  repair: blankDirectives,
  // Code that awaits a task uses its result, as with a promise.
  preparePath: (text) => text.replace(/^(?:[\w.]+\.)?(?:Value)?Task</, 'Promise<'),
};

/**
 * `using A.B` imports the content of a namespace, `using static` the content of a class, and an alias a single type or namespace. `global using`
 * applies to every file of the project.
 */
function readImports(statement: string): ImportedModule[] {
  const text = statement.replace(/^(?:global\s+)?using\s+(?:static\s+|unsafe\s+)?/, '').replace(/;\s*$/, '');
  const [leftSide = '', rightSide] = text.split(/\s*=\s*/);
  const module = (rightSide ?? leftSide)
    .replace(/<[\s\S]*$/, '')
    .replace(/^global::/, '')
    .replaceAll(/\s|::/g, '');
  if (!/^[\p{L}\p{N}_.@]+$/u.test(module)) return [];
  const reexported = statement.startsWith('global');
  if (rightSide === undefined) return [{ module, names: [], wildcard: true, reexported }];
  return [{ module, names: [leftSide], bindings: [{ imported: '*', local: leftSide }], reexported }];
}
