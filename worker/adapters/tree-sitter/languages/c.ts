/**
 * C: functions with and without bodies, types, macros and declarations at file level. Members of structs are part of the struct. A name may be
 * declared behind up to three pointers.
 */

import { blankDirectives } from './blank-directives.ts';
import type { ImportedModule, LanguageRules } from './language.ts';

/** Matches a declarator, alone or behind up to three pointers: `**f(…)`. The nodes in between are unnamed, because naming them is slow. */
function pointerPattern(pattern: string): string {
  const oneLevel = `(_ declarator: ${pattern})`;
  const twoLevels = `(_ declarator: ${oneLevel})`;
  return `[${pattern} ${oneLevel} ${twoLevels} (_ declarator: ${twoLevels})]`;
}

/** Patterns shared with C++; `name` is the pattern of a function's name. Local declarations are removed later. */
export function cQuery(name: string): string {
  const functionDeclarator = pointerPattern(`(function_declarator declarator: ${name} @name)`);
  return `
(function_definition declarator: ${functionDeclarator} body: (compound_statement) @body) @function
(declaration declarator: ${functionDeclarator}) @function
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
(type_definition declarator: ${pointerPattern('(type_identifier) @name')}) @type
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

/** A named type: `struct ring` or `ring_t`. */
const namedType = (capture: string) =>
  `[(type_identifier) ${capture} (struct_specifier name: (_) ${capture}) (union_specifier name: (_) ${capture})]`;

/**
 * References of C and C++. `type` is the pattern of a named type, and `declarators` are additional patterns of names declared with such a type. Every
 * name in an expression may be a value; bound names and names of definitions are removed later. The node around a declarator is unnamed, because
 * naming it is slow.
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
  query: cQuery('(identifier)') + cNames(namedType),
  isExported: ({ head, enclosing }) =>
    !/\bstatic\b/.test(head) && (enclosing === undefined || enclosing.exported),
  readImports: readIncludes,
  repair: blankDirectives,
};

/** Returns a name in angle brackets with its brackets, because only quoted files are searched relative to the including file. */
export function readIncludes(statement: string): ImportedModule[] {
  const [, quoted, angled] = /"([^"\n]+)"|(<[^>\n]+>)/.exec(statement) ?? [];
  const module = quoted ?? angled;
  return module === undefined ? [] : [{ module, names: [], wildcard: true }];
}
