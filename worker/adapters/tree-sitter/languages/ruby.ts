/**
 * Ruby: `private` and `protected` apply to the methods after them, and the comment above a definition is its documentation. A bare name is a call
 * unless it is a variable. Included modules are treated as implemented.
 */

import type { ImportedModule, LanguageRules } from './language.ts';

const definitions = `
(class name: (_) @name body: (_)? @body) @class
(module name: (_) @name body: (_)? @body) @module
(method name: (_) @name body: (_)? @body) @method
(singleton_method name: (_) @name body: (_)? @body) @method
(program (assignment left: (constant) @name) @constant)
(body_statement (assignment left: (constant) @name) @constant)
((body_statement (call method: (identifier) @_attr arguments: (argument_list (simple_symbol) @name)) @property)
  (#match? @_attr "^attr_(reader|writer|accessor)$"))
((body_statement (call method: (identifier) @_define arguments: (argument_list . (simple_symbol) @name) block: (_ body: (_) @body)) @method)
  (#any-of? @_define "define_method" "define_singleton_method"))
((body_statement (call method: (identifier) @_alias arguments: (argument_list . (simple_symbol) @name)) @method)
  (#eq? @_alias "alias_method"))
(alias name: (identifier) @name) @method
(assignment left: (identifier) @name right: (lambda body: (_) @body)) @function
((assignment left: (identifier) @name right: (call !receiver method: (identifier) @_lambda block: (_ body: (_) @body))) @function
  (#any-of? @_lambda "lambda" "proc"))

(comment) @comment
(body_statement (identifier) @visibility (#match? @visibility "^(private|protected|public)$"))
((call !receiver method: (identifier) @_require arguments: (argument_list)) @import
  (#any-of? @_require "require" "require_relative" "load" "autoload"))
[
  (if) (unless) (elsif) (if_modifier) (unless_modifier) (while) (until) (while_modifier) (until_modifier) (for) (when)
  (in_clause) (rescue) (rescue_modifier) (conditional)
] @branch
(binary operator: ["&&" "||" "and" "or"] @branch)
`;

const path = (capture: string) =>
  `[(constant) ${capture} (scope_resolution scope: (_) @receiver name: (constant) ${capture}) (scope_resolution !scope name: (constant) ${capture})]`;
const references = `
(call !receiver method: (identifier) @call)
(call receiver: (_) @receiver method: [(identifier) (constant)] @call)
(identifier) @value

(superclass ${path('@extends')})
((body_statement (call !receiver method: (identifier) @_mixes arguments: (argument_list ${path('@implements')})))
  (#any-of? @_mixes "include" "extend" "prepend"))
(constant) @type_reference
(scope_resolution scope: (_) @receiver name: (constant) @type_reference)
`;

const names = `
(method_parameters (identifier) @bound)
(block_parameters (identifier) @bound)
(lambda_parameters (identifier) @bound)
(destructured_parameter (identifier) @bound)
[
  (optional_parameter name: (identifier) @bound) (splat_parameter name: (identifier) @bound) (block_parameter name: (identifier) @bound)
  (keyword_parameter name: (identifier) @bound) (hash_splat_parameter name: (identifier) @bound)
]
(assignment left: (identifier) @bound right: (call) @bound_type)
(assignment left: (identifier) @bound right: (identifier) @bound_value)
(assignment left: (identifier) @bound)
(operator_assignment left: (identifier) @bound)
(left_assignment_list (identifier) @bound)
(for pattern: (identifier) @bound)

(exception_variable (identifier) @bound)
(assignment left: [(instance_variable) (class_variable)] @field right: (call) @bound_type)
(assignment left: [(instance_variable) (class_variable)] @field right: (identifier) @bound_value)
`;

export const ruby: LanguageRules = {
  grammar: () => import('@vscode/tree-sitter-wasm/wasm/tree-sitter-ruby.wasm'),
  query: definitions + references + names,
  isExported: ({ kind, section, enclosing }) =>
    (enclosing === undefined || enclosing.exported) &&
    ((kind !== 'method' && kind !== 'property') || section !== 'private'),
  readImports,
  preparePath: (text) =>
    text
      .replace(/^@@?/, 'self.')
      .replaceAll(/\.new\b\s*\(/g, '(')
      .replaceAll(/\.new\b/g, '()'),
  bareNamesAreCalled: true,
  splitName: (text) =>
    text
      .replace(/^:(?!:)/, '')
      .split('::')
      .filter((part) => part !== ''),
};

/** Guesses what a required file defines: `ledger/entry` defines `Entry`, `json` defines `Json` and `JSON`. */
function readImports(statement: string): ImportedModule[] {
  const [, method = '', requiredFile] =
    /^(\w+)\s*\(?\s*(?::\w+\s*,\s*)?['"]([^'"#\n]+)['"]\s*\)?$/.exec(statement) ?? [];
  if (requiredFile === undefined) return [];
  const module =
    method === 'require_relative' && !requiredFile.startsWith('.') ? `./${requiredFile}` : requiredFile;
  const base = module.slice(module.lastIndexOf('/') + 1).replace(/\.rb$/, '');
  const className = base.replaceAll(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase());
  return [{ module, names: [className, base.toUpperCase()], wildcard: true }];
}
