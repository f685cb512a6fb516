/**
 * C: functions with and without bodies, types, macros and what stands at file level. Members of structs are found in
 * the struct. A name declared behind pointers is looked for three deep.
 */

import type { ImportedModule, LanguageRules } from './language.ts';

/** A declarator pattern by itself or behind up to three pointers: `**f(…)`. The nodes between are not told, which would be slow. */
function behindPointers(pattern: string): string {
  const once = `(_ declarator: ${pattern})`;
  const twice = `(_ declarator: ${once})`;
  return `[${pattern} ${once} ${twice} (_ declarator: ${twice})]`;
}

/** Patterns C++ shares; `name` is the pattern of a function's name. What a function declares within is left out later. */
export function cQuery(name: string): string {
  const declared = behindPointers(`(function_declarator declarator: ${name} @name)`);
  return `
(function_definition declarator: ${declared} body: (compound_statement) @body) @function
(declaration declarator: ${declared}) @function
(declaration declarator: (identifier) @name) @variable
(declaration declarator: (_ declarator: (identifier) @name)) @variable
(declaration declarator: (_ declarator: (_ declarator: (identifier) @name))) @variable
(declaration declarator: (_ declarator: (_ declarator: (_ declarator: (identifier) @name)))) @variable
(struct_specifier name: (type_identifier) @name body: (_) @body) @struct
(union_specifier name: (type_identifier) @name body: (_) @body) @struct
(enum_specifier name: (type_identifier) @name body: (_) @body) @enum
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @struct
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @struct
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @enum
(type_definition declarator: ${behindPointers('(type_identifier) @name')}) @type
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @type
(type_definition type: (_ name: (_) @name)) @outer
(enumerator name: (identifier) @name) @constant
(preproc_def name: (identifier) @name) @macro
(preproc_function_def name: (identifier) @name) @macro

(comment) @comment
(preproc_include) @import
[
  (if_statement) (for_statement) (while_statement) (do_statement) (conditional_expression)
] @branch
(case_statement value: (_)) @branch
(binary_expression operator: ["&&" "||"] @branch)
`;
}

/** What a type is written as, where it has a name: `struct ring` and `ring_t`. */
const typed = (capture: string) =>
  `[(type_identifier) ${capture} (struct_specifier name: (_) ${capture}) (union_specifier name: (_) ${capture})]`;

/**
 * References of C, in C++ too; `type` is the pattern of what names a type, `declarators` are patterns of names declared with one. Every name in an expression may be a value: what is bound
 * near it is left out later, as are the names of definitions. The node around a declarator is not told, which would be slow.
 */
export function cNames(type: (capture: string) => string, declarators = ''): string {
  return `
(call_expression function: (identifier) @call)
(call_expression function: (field_expression argument: (_) @receiver field: (field_identifier) @call))
(call_expression function: (parenthesized_expression (identifier) @call))
(type_identifier) @type_reference
(identifier) @value

(_ type: ${type('@bound_type')} declarator: [
  (identifier) @bound (_ declarator: (identifier) @bound) (_ declarator: (_ declarator: (identifier) @bound))
  (field_identifier) @field (_ declarator: (field_identifier) @field)
  ${declarators}
])
(init_declarator declarator: (identifier) @bound value: (call_expression) @bound_type)
(_ declarator: (identifier) @bound)
(preproc_params (identifier) @bound)
(_ type: ${type('@returns')} declarator: [(function_declarator) (_ (function_declarator))])
`;
}

export const c: LanguageRules = {
  grammar: () => import('tree-sitter-c/tree-sitter-c.wasm'),
  query: cQuery('(identifier)') + cNames(typed),
  exported: ({ head, enclosing }) =>
    !/\bstatic\b/.test(head) && (enclosing === undefined || enclosing.exported),
  readImports: readIncludes,
};

/** A file in quotes by its name, one in angle brackets with them: only the first is looked for beside the file. */
export function readIncludes(statement: string): ImportedModule[] {
  const [, quoted, angled] = /"([^"\n]+)"|(<[^>\n]+>)/.exec(statement) ?? [];
  const module = quoted ?? angled;
  return module === undefined ? [] : [{ module, names: [], wildcard: true }];
}
