/** Python: documentation is the docstring, else the comment above; a leading underscore hides a name. */

import type { ImportedModule, LanguageRules } from './language.ts';

const query = `
(function_definition name: (identifier) @name body: (block) @body) @function
(class_definition name: (identifier) @name body: (block) @body) @class
(decorated_definition definition: (_ name: (identifier) @name)) @outer
(module (expression_statement (assignment left: (identifier) @name)) @variable)
(module (type_alias_statement left: (type (identifier) @name)) @type)
(class_definition body: (block (expression_statement (assignment left: (identifier) @name)) @property))

(module . (comment)* . (expression_statement (string) @docstring))
(function_definition body: (block . (expression_statement (string) @docstring)))
(class_definition body: (block . (expression_statement (string) @docstring)))
(comment) @comment

[(import_statement) (import_from_statement) (future_import_statement)] @import

(type (identifier) @type_reference)
(type (attribute attribute: (identifier) @type_reference))
(type (generic_type (identifier) @type_reference))
(type (subscript value: (identifier) @type_reference))
(type (subscript value: (attribute attribute: (identifier) @type_reference)))
(type (subscript subscript: (identifier) @type_reference))
(type (binary_operator (identifier) @type_reference))
(class_definition superclasses: (argument_list (identifier) @type_reference))
(class_definition superclasses: (argument_list (attribute attribute: (identifier) @type_reference)))

[
  (if_statement) (elif_clause) (for_statement) (while_statement) (except_clause) (conditional_expression)
  (for_in_clause) (if_clause)
] @branch
(boolean_operator operator: ["and" "or"] @branch)
(case_clause (case_pattern (_))) @branch
`;

export const python: LanguageRules = {
  grammar: () => import('@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm'),
  query,
  exported: ({ name, enclosing }) => {
    const open = !name.startsWith('_') || /^__\w+__$/.test(name);
    return open && (enclosing === undefined || (enclosing.kind === 'class' && enclosing.exported));
  },
  readImports,
  builtinTypes: new Set(
    'bool bytes dict float frozenset int list object set str tuple type Any None'.split(' '),
  ),
};

function readImports(statement: string): ImportedModule[] {
  const text = statement.replaceAll(/#.*$/gm, '').replaceAll(/[()\\]/g, ' ');
  const from = /^from\s+([\w.]+)\s+import\s+([\s\S]*)$/.exec(text);
  if (from !== null) return [{ module: from[1] ?? '', names: parts(from[2] ?? '').map(localName) }];
  return parts(text.replace(/^import\s/, '')).map((part) => {
    const [module = '', alias] = part.split(/\s+as\s+/);
    return { module, names: [alias ?? module.split('.')[0] ?? module] };
  });
}

function parts(list: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && part !== '*');
}

function localName(part: string): string {
  return part.split(/\s+as\s+/).at(-1) ?? part;
}
