/** Java: `public` and `protected` members and all members of an interface are exported. */

import type { ImportedModule, LanguageRules } from './language.ts';

const definitions = `
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
(enum_constant name: (identifier) @name) @constant

[(line_comment) (block_comment)] @comment
(import_declaration) @import
[
  (if_statement) (for_statement) (enhanced_for_statement) (while_statement) (do_statement) (catch_clause) (ternary_expression)
] @branch
(switch_label (_)) @branch
(binary_expression operator: ["&&" "||"] @branch)
`;

/** Matches the name of a type, with its enclosing type or package. */
const typePath = (capture: string) =>
  `[(type_identifier) ${capture} (scoped_type_identifier (_) @receiver (type_identifier) ${capture})]`;
const namedType = (capture: string) =>
  `[${typePath(capture).slice(1, -1)} (generic_type . ${typePath(capture)})]`;

/** Matches a constant or field that is a whole expression. */
const value =
  '[(identifier) @value (field_access object: [(identifier) (field_access)] @receiver field: (identifier) @value)]';

const references = `
(method_invocation !object name: (identifier) @call)
(method_invocation object: (_) @receiver name: (identifier) @call)
(object_creation_expression type: ${namedType('@call')})
(explicit_constructor_invocation constructor: (super) @call)
(superclass ${namedType('@extends')})
(extends_interfaces (type_list ${namedType('@extends')}))
(super_interfaces (type_list ${namedType('@implements')}))
[(marker_annotation name: (_) @decorator) (annotation name: (_) @decorator)]
(type_identifier) @type_reference
(scoped_type_identifier (_) @receiver (type_identifier) @type_reference)
(method_reference . (_) @receiver (identifier) @value .)
(method_reference . (identifier) @value "new" .)
[
  (argument_list ${value}) (return_statement ${value}) (variable_declarator value: ${value}) (assignment_expression right: ${value})
  (binary_expression ${value}) (ternary_expression ${value}) (array_initializer ${value}) (switch_label ${value})
  (element_value_pair value: ${value})
]
`;

/** An expression that determines its own type. */
const typedExpression = `[
  (object_creation_expression type: (_) @bound_type)
  (cast_expression type: (_) @bound_type)
  (method_invocation) @bound_type
]`;

const names = `
(formal_parameter type: (_) @bound_type name: (identifier) @bound)
(spread_parameter (variable_declarator name: (identifier) @bound))
(local_variable_declaration declarator: (variable_declarator name: (identifier) @bound value: (object_creation_expression type: (_) @bound_type)))
((local_variable_declaration type: (_) @bound_type declarator: (variable_declarator name: (identifier) @bound))
  (#not-eq? @bound_type "var"))
(local_variable_declaration declarator: (variable_declarator name: (identifier) @bound value: ${typedExpression}))
(local_variable_declaration declarator: (variable_declarator name: (identifier) @bound))
(enhanced_for_statement type: (_) @bound_type name: (identifier) @bound)
(resource type: (_) @bound_type name: (identifier) @bound)
(resource name: (identifier) @bound value: ${typedExpression})
(catch_formal_parameter (catch_type . (_) @bound_type .) name: (identifier) @bound)
(catch_formal_parameter name: (identifier) @bound)
(instanceof_expression right: (_) @bound_type name: (identifier) @bound)
(type_pattern . (_) @bound_type (identifier) @bound)
(lambda_expression parameters: (identifier) @bound)
(inferred_parameters (identifier) @bound)
(type_parameter (type_identifier) @bound)
(field_declaration type: (_) @bound_type declarator: (variable_declarator name: (identifier) @field))
(constant_declaration type: (_) @bound_type declarator: (variable_declarator name: (identifier) @field))
(record_declaration parameters: (formal_parameters (formal_parameter type: (_) @bound_type name: (identifier) @field)))
(method_declaration type: (_) @returns)
(annotation_type_element_declaration type: (_) @returns)
(package_declaration [(identifier) (scoped_identifier)] @namespace)
`;

export const java: LanguageRules = {
  grammar: () => import('@vscode/tree-sitter-wasm/wasm/tree-sitter-java.wasm'),
  query: definitions + references + names,
  isExported: ({ head, enclosing, kind }) =>
    (enclosing === undefined || enclosing.exported) &&
    (/\b(public|protected)\b/.test(head) ||
      enclosing?.kind === 'interface' ||
      (enclosing?.kind === 'enum' && kind === 'constant')),
  readImports,
  builtinTypes: new Set(['var']),
};

/** `import a.B` binds the class `B`. A static import binds members of a class, which is then the module. */
function readImports(statement: string): ImportedModule[] {
  const [, isStatic, path] =
    /^import\s+(static\s+)?([\p{L}\p{N}_$]+(?:\s*\.\s*[\p{L}\p{N}_$]+)*)/u.exec(statement) ?? [];
  if (path === undefined) return [];
  const fullName = path.replaceAll(/\s/g, '');
  if (statement.includes('*')) return [{ module: fullName, names: [], wildcard: true }];
  const dot = fullName.lastIndexOf('.');
  const local = fullName.slice(dot + 1);
  if (isStatic === undefined)
    return [{ module: fullName, names: [local], bindings: [{ imported: '*', local }] }];
  return [{ module: fullName.slice(0, dot), names: [local], bindings: [{ imported: local, local }] }];
}
