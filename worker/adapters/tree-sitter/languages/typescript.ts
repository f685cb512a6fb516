/** TypeScript and TSX: JavaScript with types, interfaces, enums, namespaces and overloads. */

import {
  ecmascriptQuery,
  exportedFromModule,
  markupQuery,
  readModuleImports,
  splitMemberName,
} from './javascript.ts';
import type { LanguageRules } from './language.ts';

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
(function_signature name: (identifier) @name) @function
(interface_body (method_signature name: (property_identifier) @name) @method)
(class_body (method_signature name: (property_identifier) @name) @method)
(abstract_method_signature name: (property_identifier) @name) @method
(public_field_definition name: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @method
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name) @property
(interface_body (property_signature name: (property_identifier) @name) @property)

(type_identifier) @type_reference
(class_heritage (extends_clause value: (identifier) @type_reference))
`;

export const typescript: LanguageRules = {
  grammar: () => import('@vscode/tree-sitter-wasm/wasm/tree-sitter-typescript.wasm'),
  query: query + ecmascriptQuery,
  exported: exportedFromModule,
  readImports: readModuleImports,
  splitName: splitMemberName,
};

export const tsx: LanguageRules = {
  ...typescript,
  grammar: () => import('@vscode/tree-sitter-wasm/wasm/tree-sitter-tsx.wasm'),
  query: query + markupQuery + ecmascriptQuery,
};
