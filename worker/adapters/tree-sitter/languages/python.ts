/** Python: documentation is the docstring, or else the comment above. Names with a leading underscore are not exported. */

import type { ImportedBinding, ImportedModule, LanguageRules } from './language.ts';

const definitions = `
(function_definition name: (identifier) @name body: (block) @body) @function
(class_definition name: (identifier) @name body: (block) @body) @class
(decorated_definition definition: (_ name: (identifier) @name)) @outer
(module (type_alias_statement left: (type (identifier) @name)) @type)
(class_definition body: (block (expression_statement (assignment left: (identifier) @name)) @property))
(expression_statement (assignment left: (identifier) @name)) @variable
(expression_statement (assignment left: (pattern_list (identifier) @name))) @variable

(module . (comment)* . (expression_statement (string) @docstring))
(function_definition body: (block . (expression_statement (string) @docstring)))
(class_definition body: (block . (expression_statement (string) @docstring)))
(comment) @comment

[(import_statement) (import_from_statement) (future_import_statement)] @import

[
  (if_statement) (elif_clause) (for_statement) (while_statement) (except_clause) (conditional_expression)
  (for_in_clause) (if_clause)
] @branch
(boolean_operator operator: ["and" "or"] @branch)
(case_clause (case_pattern (_))) @branch
`;

/** Matches names, and paths that end in a name. */
const paths = '[(identifier) (attribute)]';

/** Matches a name or path with the name separated from its receiver. */
const nameWithReceiver = (capture: string) =>
  `[(identifier) ${capture} (attribute object: (_) @receiver attribute: (identifier) ${capture})]`;

/** Nested patterns make a query slow to compile, so paths are captured as a whole where possible. */
const references = `
(call function: ${nameWithReceiver('@call')})
(call function: (subscript value: ${paths} @call))
(decorator ${paths} @decorator)
(decorator (call function: ${paths} @decorator))
(class_definition superclasses: (argument_list [
  (identifier) @extends (attribute) @extends
  (subscript value: ${paths} @extends)
]))
(class_definition superclasses: (argument_list (subscript subscript: ${nameWithReceiver('@type_reference')})))

(type ${nameWithReceiver('@type_reference')})
(type (generic_type (identifier) @type_reference))
(type (subscript value: ${nameWithReceiver('@type_reference')}))
(type (subscript subscript: ${nameWithReceiver('@type_reference')}))
(type (binary_operator ${nameWithReceiver('@type_reference')}))
(type (string (string_content) @type_reference))

(argument_list ${paths} @value)
(keyword_argument value: ${paths} @value)
(assignment right: ${paths} @value)
(return_statement ${paths} @value)
(yield ${paths} @value)
(pair value: ${paths} @value)
(list ${paths} @value)
(tuple ${paths} @value)
(expression_list ${paths} @value)
(default_parameter value: ${paths} @value)
(typed_default_parameter value: ${paths} @value)
(conditional_expression ${paths} @value)
(boolean_operator ${paths} @value)
(not_operator argument: ${paths} @value)
(comparison_operator ${paths} @value)
(if_statement condition: ${paths} @value)
(while_statement condition: ${paths} @value)
(for_statement right: ${paths} @value)
(interpolation ${paths} @value)
(attribute object: (identifier) @value)
(subscript value: (identifier) @value)
`;

const bindings = `
(typed_parameter (identifier) @bound type: (_) @bound_type)
(typed_default_parameter name: (identifier) @bound type: (_) @bound_type)
(assignment left: (identifier) @bound type: (_) @bound_type)
(assignment left: (identifier) @bound right: [(call) @bound_type (await) @bound_type (identifier) @bound_value])
(assignment left: (identifier) @bound right: (none)) @neutral
(assignment left: (identifier) @bound)
(augmented_assignment left: (identifier) @bound) @neutral
(with_item value: (as_pattern (call) @bound_type alias: (as_pattern_target (identifier) @bound)))
(named_expression name: (identifier) @bound value: (call) @bound_type)
(as_pattern_target (identifier) @bound)
[(parameters (identifier) @bound) (lambda_parameters (identifier) @bound)]
(default_parameter name: (identifier) @bound)
(typed_parameter [(list_splat_pattern (identifier) @bound) (dictionary_splat_pattern (identifier) @bound)])
[
  (list_splat_pattern (identifier) @bound) (dictionary_splat_pattern (identifier) @bound)
  (pattern_list (identifier) @bound) (tuple_pattern (identifier) @bound) (list_pattern (identifier) @bound)
  (for_statement left: (identifier) @bound) (for_in_clause left: (identifier) @bound)
  (named_expression name: (identifier) @bound)
  (case_pattern (dotted_name . (identifier) @bound .))
]
[(global_statement (identifier) @global) (nonlocal_statement (identifier) @global)]

[
  (lambda) (list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)
] @block
(class_definition body: (block (expression_statement (assignment
  left: (identifier) @field type: (_)? @bound_type right: (call)? @bound_type))))
(assignment
  left: (attribute object: (identifier) @receiver attribute: (identifier) @field)
  type: (_)? @bound_type right: [(call) @bound_type (await) @bound_type (identifier) @bound_value (_)])
(assignment left: (attribute object: (identifier) @receiver attribute: (identifier) @field) type: (_) @bound_type !right)

(function_definition return_type: (_) @returns)
`;

/** Matches `__all__ = […]`, `+= […]`, `.extend([…])` and `.append(…)`. */
const publicNames = `
(module (expression_statement [
  (assignment left: (identifier) @list right: (_) @listed)
  (augmented_assignment left: (identifier) @list right: (_) @listed)
  (call function: (attribute object: (identifier) @list) arguments: (_) @listed)
]))
`;

export const python: LanguageRules = {
  grammar: () => import('@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm'),
  query: definitions + references + bindings + publicNames,
  isExported: ({ name, enclosing }) => {
    const isPublic = !name.startsWith('_') || /^__\w+__$/.test(name);
    return isPublic && (enclosing === undefined || (enclosing.kind === 'class' && enclosing.exported));
  },
  readImports,
  builtinTypes: new Set(
    'bool bytes dict float frozenset int list object set str tuple type Any None'.split(' '),
  ),
  defaultsEvaluatedOutside: true,
  definedByAssignment: true,
  functionScoped: true,
};

function readImports(statement: string): ImportedModule[] {
  // Replaces comments and brackets with spaces, which preserves positions.
  const text = statement
    .replaceAll(/#.*$/gm, (comment) => ' '.repeat(comment.length))
    .replaceAll(/[()\\]/g, ' ');
  const fromClause = /^from\s+([\w.]+(?:\s+[\w.]+)??)\s+import\b/.exec(text);
  if (fromClause === null)
    return readImportedParts(text, /^import\b/.exec(text)?.[0].length ?? 0).map(importWholeModule);
  const parts = readImportedParts(text, fromClause[0].length);
  const bindings = parts
    .filter(({ imported }) => imported !== '*')
    .map(({ imported, alias, offset }) => ({
      imported,
      local: alias ?? imported,
      offset,
    }));
  return [
    {
      module: (fromClause[1] ?? '').replaceAll(/\s/g, ''),
      names: bindings.map(({ local }) => local),
      bindings,
      wildcard: parts.some(({ imported }) => imported === '*'),
    },
  ];
}

interface ImportedPart {
  readonly imported: string;
  readonly alias: string | undefined;
  readonly offset: number;
}

/** `import a.b` binds `a`, whose member `b` is the module; `import a.b as c` binds the module. */
function importWholeModule({ imported: module, alias, offset }: ImportedPart): ImportedModule {
  const binding: ImportedBinding = {
    imported: alias === undefined ? module : '*',
    local: alias ?? module,
    offset,
  };
  return { module, names: [alias ?? module.split('.')[0] ?? module], bindings: [binding] };
}

function readImportedParts(text: string, listStart: number): ImportedPart[] {
  const list = text.slice(listStart);
  return [...list.matchAll(/([\w.]+|\*)(?:\s+as\s+(\w+))?/g)].map((part) => ({
    imported: part[1] ?? '',
    alias: part[2],
    offset: listStart + part.index,
  }));
}
