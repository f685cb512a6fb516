/** PHP: namespaces are not part of names, and `private` members are not exported. */

import type { ImportedModule, LanguageRules } from './language.ts';

const definitions = `
(class_declaration name: (name) @name body: (_) @body) @class
(interface_declaration name: (name) @name body: (_) @body) @interface
(trait_declaration name: (name) @name body: (_) @body) @trait
(enum_declaration name: (name) @name body: (_) @body) @enum
(enum_case name: (name) @name) @constant
(function_definition name: (name) @name body: (_) @body) @function
(method_declaration name: (name) @name body: (_)? @body) @method
(property_declaration (property_element name: (variable_name (name) @name))) @property
(const_declaration (const_element . (name) @name)) @constant
((expression_statement (function_call_expression
  function: (name) @_define arguments: (arguments . (argument (string (string_content) @name))))) @constant
  (#eq? @_define "define"))

(comment) @comment
(namespace_use_declaration) @import
[(require_expression) (require_once_expression) (include_expression) (include_once_expression)] @import
[
  (if_statement) (else_if_clause) (for_statement) (foreach_statement) (while_statement) (do_statement) (case_statement)
  (catch_clause) (conditional_expression) (match_conditional_expression)
] @branch
(binary_expression operator: ["&&" "||" "??" "and" "or"] @branch)
`;

const path = (capture: string) => `[(name) ${capture} (qualified_name) ${capture}]`;

const references = `
(function_call_expression function: ${path('@call')})
(member_call_expression object: (_) @receiver name: (name) @call)
(nullsafe_member_call_expression object: (_) @receiver name: (name) @call)
(scoped_call_expression scope: (_) @receiver name: (name) @call)
(object_creation_expression ${path('@call @type_reference')})

(class_declaration (base_clause ${path('@extends @type_reference')}))
(interface_declaration (base_clause ${path('@extends @type_reference')}))
(class_declaration (class_interface_clause ${path('@implements @type_reference')}))
(enum_declaration (class_interface_clause ${path('@implements @type_reference')}))
(use_declaration ${path('@implements @type_reference')})
(anonymous_class [(base_clause ${path('@type_reference')}) (class_interface_clause ${path('@type_reference')})])
(attribute ${path('@decorator')})
(named_type ${path('@type_reference')})
(binary_expression operator: "instanceof" right: ${path('@type_reference')})
(class_constant_access_expression . ${path('@type_reference')})
(scoped_property_access_expression scope: ${path('@type_reference')})
(scoped_call_expression scope: ${path('@type_reference')})
(class_constant_access_expression . (_) @receiver (name) @value)
[
  (argument (name) @value) (return_statement (name) @value) (binary_expression (name) @value) (unary_op_expression (name) @value) (simple_parameter default_value: (name) @value)
  (property_promotion_parameter default_value: (name) @value) (assignment_expression right: (name) @value)
  (array_element_initializer (name) @value) (const_element (name) (name) @value) (property_element default_value: (name) @value)
]
`;

/** An explicit single type, and an expression that determines its own type. */
const explicitType = '[(named_type) @bound_type (optional_type (named_type) @bound_type)]';
const typedExpression = `[
  (object_creation_expression ${path('@bound_type')})
  (function_call_expression) @bound_type
  (member_call_expression) @bound_type
  (scoped_call_expression) @bound_type
]`;
const variable = '(variable_name (name) @bound)';

const names = `
(simple_parameter type: ${explicitType} name: ${variable})
(simple_parameter name: ${variable})
(variadic_parameter name: ${variable})
(property_promotion_parameter type: ${explicitType} name: (variable_name (name) @bound @field))
(assignment_expression left: ${variable} right: ${typedExpression})
(assignment_expression left: ${variable} right: (variable_name (name) @bound_value))
(assignment_expression left: ${variable})
(foreach_statement (_) [${variable} (pair ${variable})] body: (_))
(list_literal ${variable})
(catch_clause type: (type_list . (_) @bound_type .) name: ${variable})
(static_variable_declaration name: ${variable})
(property_declaration type: ${explicitType} (property_element name: (variable_name (name) @field)))
(property_declaration (property_element name: (variable_name (name) @field) default_value: ${typedExpression}))
(assignment_expression
  left: (member_access_expression object: (variable_name) @receiver name: (name) @field) right: ${typedExpression})
(assignment_expression
  left: (member_access_expression object: (variable_name) @receiver name: (name) @field) right: (variable_name (name) @bound_value))
(function_definition return_type: [(named_type) @returns (optional_type (named_type) @returns)])
(method_declaration return_type: [(named_type) @returns (optional_type (named_type) @returns)])
(namespace_definition name: (_) @namespace)
`;

export const php: LanguageRules = {
  grammar: () => import('@vscode/tree-sitter-wasm/wasm/tree-sitter-php.wasm'),
  query: definitions + references + names,
  isExported: ({ head, enclosing }) =>
    (enclosing === undefined || enclosing.exported) && !/\bprivate\b/.test(head),
  readImports,
  preparePath: (text) => text.replaceAll('$', ''),
};

/** `use A\{B, C as D};` imports two modules, `A.B` and `A.C`. The path of `require` is relative to the file with the statement. */
function readImports(statement: string): ImportedModule[] {
  if (!/^use\b/.test(statement)) return readRequired(statement);
  const text = statement.replaceAll(/\/\*[\s\S]*?\*\/|(?:\/\/|#).*$/gm, (comment) =>
    ' '.repeat(comment.length),
  );
  const head = /^use\s+(?:(?:function|const)\s+)?/.exec(text)?.[0] ?? '';
  const group = text.indexOf('{');
  const prefix = group === -1 ? '' : text.slice(head.length, group);
  const listStart = group === -1 ? head.length : group + 1;
  return [...text.slice(listStart).matchAll(/[^,;{}]+/g)].flatMap((part) => {
    const [path = '', alias] = part[0]
      .trim()
      .replace(/^(?:function|const)\s+/, '')
      .split(/\s+as\s+/i);
    if (path === '') return [];
    const segments = (prefix + path).split('\\').map((segment) => segment.trim());
    const module = segments.filter((segment) => segment !== '').join('.');
    const local = alias ?? segments.at(-1) ?? module;
    const offset = listStart + part.index + part[0].length - part[0].trimStart().length;
    return [{ module, names: [local], bindings: [{ imported: '*', local, offset }] }];
  });
}

/** Reads `require __DIR__ . '/helpers.php'`. Paths of more complex expressions are unknown. */
function readRequired(statement: string): ImportedModule[] {
  const [, folder, path] =
    /^\w+[\s(]*(__DIR__\s*\.\s*|dirname\(__FILE__\)\s*\.\s*)?['"]([^'"$\n]+)['"][\s)]*$/.exec(statement) ??
    [];
  if (path === undefined) return [];
  const isRelative = folder !== undefined || !/^[./]/.test(path);
  const module = isRelative ? `./${path.replace(/^\/+/, '')}` : path;
  return [{ module, names: [], wildcard: true }];
}
