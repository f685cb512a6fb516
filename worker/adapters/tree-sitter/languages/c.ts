/**
 * C: functions with and without bodies, types, macros and what stands at file level. Members of structs are found in
 * the struct. A name declared behind pointers is looked for three deep.
 */

import type { ImportedModule, LanguageRules } from './language.ts';

/** Wraps a declarator pattern in up to three pointers: `**f(…)`. */
function behindPointers(pattern: string): string {
  const once = `(pointer_declarator declarator: ${pattern})`;
  const twice = `(pointer_declarator declarator: ${once})`;
  return `[${pattern} ${once} ${twice} (pointer_declarator declarator: ${twice})]`;
}

/** Patterns C++ shares; `name` is the pattern of a function's name. What a function declares within is left out later. */
export function cQuery(name: string): string {
  const declared = behindPointers(`(function_declarator declarator: ${name} @name)`);
  const variable =
    '[(identifier) @name (array_declarator declarator: (identifier) @name) (pointer_declarator declarator: (identifier) @name)]';
  return `
(function_definition declarator: ${declared} body: (compound_statement) @body) @function
(declaration declarator: ${declared}) @function
(declaration declarator: (init_declarator declarator: ${variable})) @variable
(declaration declarator: ${variable}) @variable
(struct_specifier name: (type_identifier) @name body: (_) @body) @struct
(union_specifier name: (type_identifier) @name body: (_) @body) @struct
(enum_specifier name: (type_identifier) @name body: (_) @body) @enum
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @struct
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @enum
(type_definition declarator: ${behindPointers('(type_identifier) @name')}) @type
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @type
(type_definition type: (_ name: (_) @name)) @outer
(preproc_def name: (identifier) @name) @macro
(preproc_function_def name: (identifier) @name) @macro

(comment) @comment
(preproc_include) @import
(type_identifier) @type_reference
[
  (if_statement) (for_statement) (while_statement) (do_statement) (conditional_expression)
] @branch
(case_statement value: (_)) @branch
(binary_expression operator: ["&&" "||"] @branch)
`;
}

export const c: LanguageRules = {
  grammar: () => import('tree-sitter-c/tree-sitter-c.wasm'),
  query: cQuery('(identifier)'),
  exported: ({ head }) => !/\bstatic\b/.test(head),
  readImports: readIncludes,
};

export function readIncludes(statement: string): ImportedModule[] {
  const module = /["<]([^">]+)[">]/.exec(statement)?.[1];
  return module === undefined ? [] : [{ module, names: [] }];
}
