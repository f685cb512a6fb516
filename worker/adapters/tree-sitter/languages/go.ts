/** Go: methods belong to the type of their receiver; a capital first letter exports a name. */

import type { ImportedModule, LanguageRules } from './language.ts';

const query = `
(function_declaration name: (identifier) @name body: (block)? @body) @function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @container
    (pointer_type (type_identifier) @container)
    (generic_type type: (type_identifier) @container)
    (pointer_type (generic_type type: (type_identifier) @container))
  ]))
  name: (field_identifier) @name body: (block)? @body) @method

(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @struct
(type_spec name: (type_identifier) @name type: (interface_type "{" @body)) @interface
(type_spec name: (type_identifier) @name) @type
(type_alias name: (type_identifier) @name) @type
(type_declaration . (type_spec name: (_) @name) .) @outer
(type_spec type: (struct_type (field_declaration_list (field_declaration name: (field_identifier) @name) @property)))
(type_spec type: (interface_type (method_elem name: (field_identifier) @name) @method))

(source_file (const_declaration (const_spec name: (identifier) @name) @constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @variable))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @variable)))
(source_file (const_declaration . (const_spec name: (identifier) @name) .) @outer)
(source_file (var_declaration . (var_spec name: (identifier) @name) .) @outer)

(comment) @comment
(import_spec) @import
(type_identifier) @type_reference
[
  (if_statement) (for_statement) (expression_case) (type_case) (communication_case)
] @branch
(binary_expression operator: ["&&" "||"] @branch)
`;

export const go: LanguageRules = {
  grammar: () => import('@vscode/tree-sitter-wasm/wasm/tree-sitter-go.wasm'),
  query,
  exported: ({ name, enclosing }) => /^\p{Lu}/u.test(name) && (enclosing === undefined || enclosing.exported),
  readImports,
  builtinTypes: new Set(
    'any bool byte comparable error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr'.split(
      ' ',
    ),
  ),
};

/** `alias "path"`; without an alias the name is the path's last segment, its major version left out. */
function readImports(statement: string): ImportedModule[] {
  const [, alias, module = ''] = /^([\w.]+)?\s*["`]([^"`]+)["`]/.exec(statement) ?? [];
  if (module === '') return [];
  if (alias !== undefined) return [{ module, names: /^[_.]$/.test(alias) ? [] : [alias] }];
  const segments = module.split('/').filter((segment) => !/^v\d+$/.test(segment));
  const name = (segments.at(-1) ?? module).replace(/\.v\d+$/, '').replace(/^go-|[-.]go$/, '');
  return [{ module, names: [name] }];
}
