/** TypeScript and TSX: JavaScript with types, interfaces, enums, namespaces and overloads. */

import {
  ecmascriptQuery,
  isExportedFromModule,
  markupQuery,
  splitMemberName,
  tableEntry,
} from './javascript.ts';
import { paths } from './ecmascript-names.ts';
import type { LanguageRules, RepairedText } from './language.ts';
import { readModuleImports } from './module-imports.ts';

/** Matches a named type, with its receiver if it is a path. */
const namedType = (capture: string) => `[
  (type_identifier) ${capture}
  (generic_type name: (type_identifier) ${capture})
  (nested_type_identifier module: (_) @receiver name: (type_identifier) ${capture})
  (generic_type name: (nested_type_identifier module: (_) @receiver name: (type_identifier) ${capture}))
]`;

const query = `
(class_declaration name: (type_identifier) @name body: (_) @body) @class
(abstract_class_declaration name: (type_identifier) @name body: (_) @body) @class
(interface_declaration name: (type_identifier) @name body: (_) @body) @interface
(enum_declaration name: (identifier) @name body: (_) @body) @enum
(type_alias_declaration name: (type_identifier) @name) @type
(internal_module name: (_) @name body: (_) @body) @module
(module name: [(identifier) (nested_identifier)] @name body: (_) @body) @module
(expression_statement (internal_module name: (_) @name)) @outer
(ambient_declaration (_ name: (_) @name)) @outer
(ambient_declaration (_ (variable_declarator name: (identifier) @name)) @variable)
(function_signature name: (identifier) @name) @function
(interface_body (method_signature name: (property_identifier) @name) @method)
(class_body (method_signature name: (property_identifier) @name) @method)
(abstract_method_signature name: (property_identifier) @name) @method
(public_field_definition name: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @method
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name @field type: (_)? @bound_type value: (new_expression)? @bound_type) @property
(interface_body (property_signature name: (property_identifier) @name) @property)
(variable_declarator value: [(as_expression ${tableEntry}) (satisfies_expression ${tableEntry})])
(export_statement value: [(as_expression ${tableEntry}) (satisfies_expression ${tableEntry})])
(lexical_declaration (variable_declarator name: (identifier) @name value: [
  (as_expression . [(arrow_function body: (_) @body) (function_expression body: (_) @body)
    (parenthesized_expression [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)])])
  (satisfies_expression . [(arrow_function body: (_) @body) (function_expression body: (_) @body)])
])) @function
(export_statement "default" @name value: [(as_expression) (satisfies_expression)]) @constant @export
(enum_body name: (property_identifier) @name @constant)
(enum_assignment name: (property_identifier) @name) @constant

(type_identifier) @type_reference
(nested_type_identifier module: (_) @receiver name: (type_identifier) @type_reference)
(class_heritage (extends_clause value: (identifier) @type_reference @extends))
(class_heritage (extends_clause value: (member_expression) @extends))
(implements_clause ${namedType('@implements')})
(extends_type_clause ${namedType('@extends')})
(type_query ${paths} @value)
(call_expression function: (non_null_expression ${paths} @call))

(required_parameter [(accessibility_modifier) "readonly"] pattern: (identifier) @field type: (_)? @bound_type value: (new_expression)? @bound_type)
(optional_parameter [(accessibility_modifier) "readonly"] pattern: (identifier) @field type: (_)? @bound_type)
(interface_body (property_signature name: (property_identifier) @field type: (_) @bound_type))
(required_parameter pattern: (identifier) @bound type: (_)? @bound_type value: (new_expression)? @bound_type)
(optional_parameter pattern: (identifier) @bound type: (_)? @bound_type)
(variable_declarator name: (identifier) @bound type: (_) @bound_type)
(variable_declarator name: (identifier) @bound value: (as_expression (_) (_) @bound_type))
(type_parameter name: (type_identifier) @bound)

[
  (function_declaration return_type: (type_annotation) @returns)
  (generator_function_declaration return_type: (type_annotation) @returns)
  (function_signature return_type: (type_annotation) @returns)
  (method_definition return_type: (type_annotation) @returns)
  (method_signature return_type: (type_annotation) @returns)
  (abstract_method_signature return_type: (type_annotation) @returns)
  (arrow_function return_type: (type_annotation) @returns)
  (function_expression return_type: (type_annotation) @returns)
]
(export_statement "=" (identifier) @default)
`;

export const typescript: LanguageRules = {
  grammar: () => import('@vscode/tree-sitter-wasm/wasm/tree-sitter-typescript.wasm'),
  query: query + ecmascriptQuery,
  isExported: isExportedFromModule,
  readImports: readModuleImports,
  splitName: splitMemberName,
  superMethod: 'constructor',
  methodsOfValues: true,
  repair: separateSignatures,
};

export const tsx: LanguageRules = {
  ...typescript,
  grammar: () => import('@vscode/tree-sitter-wasm/wasm/tree-sitter-tsx.wasm'),
  query: query + markupQuery + ecmascriptQuery,
};

/** Matches indentation before type parameters at the start of a line. */
const signatureIndent = /^[ \t]+(?=<(?:[ \t]*$|[A-Z]\w*\s*(?:extends\b|[,=]|>\s*\()))/gm;

/**
 * Without semicolons, the grammar parses a signature that starts with type parameters as part of the previous line's type, and often finds no end.
 * Replacing a space with a semicolon fixes this and preserves every position.
 */
function separateSignatures(text: string): readonly RepairedText[] {
  const repaired = text.replaceAll(signatureIndent, (indent, offset: number) => {
    let previousIndex = offset - 1;
    while (previousIndex >= 0 && /\s/.test(text.charAt(previousIndex))) previousIndex -= 1;
    // The character ends a type, or a comment after a type.
    return /[\w$\])}>'"`/]/.test(text.charAt(previousIndex)) ? `${indent.slice(1)};` : indent;
  });
  return repaired === text ? [] : [{ text: repaired, omitsCode: false }];
}
