/**
 * JavaScript, and the patterns that TypeScript shares with it. A function gets its name from its declaration, from the constant, field or entry
 * that it is assigned to (`app.use = function …`), or from its own expression. A default export without a name is `default`.
 */

import { ecmascriptNames, markupNames } from './ecmascript-names.ts';
import type { LanguageRules, ExportCandidate } from './language.ts';
import { readModuleImports } from './module-imports.ts';

/** Matches a `const`, `let` or `var` statement with a declarator pattern. */
const declaration = (declarator: string) =>
  `[(lexical_declaration ${declarator}) (variable_declaration ${declarator})]`;

/** A function value, also in parentheses. */
const functionValue = `[
  (arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)
  (parenthesized_expression [
    (arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)
  ])
]`;

/** A function with statements, which is more than a short callback. */
const longFunction = '[(function_expression body: (_) @body) (arrow_function body: (statement_block) @body)]';

/** An entry of a table of values: `retry: { limit: 2 }`. */
export const tableEntry = `(object (pair
  key: (property_identifier) @name value: [(object) (array) (new_expression) (call_expression)]) @property @entry)`;

const topLevel = `[
  (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name)) @constant
  (lexical_declaration kind: "let" (variable_declarator name: (identifier) @name)) @variable
  (variable_declaration (variable_declarator name: (identifier) @name)) @variable
]`;

/** Patterns shared by JavaScript, TypeScript and TSX. */
export const ecmascriptQuery = `
(function_declaration name: (identifier) @name body: (_) @body) @function
(generator_function_declaration name: (identifier) @name body: (_) @body) @function
${declaration(`(variable_declarator name: (identifier) @name value: ${functionValue})`)} @function
${declaration('(variable_declarator name: (identifier) @name value: (class body: (_) @body))')} @class
(program (expression_statement (assignment_expression
  left: (member_expression object: (_) @container property: (property_identifier) @name)
  right: [(function_expression body: (_) @body) (arrow_function body: (_) @body)]
)) @function)
(assignment_expression
  left: (member_expression object: (_) @container property: (property_identifier) @name)
  right: ${longFunction}) @function
(method_definition name: [(property_identifier) (private_property_identifier)] @name body: (_) @body) @method
(pair key: (property_identifier) @name value: ${longFunction}) @method

(program ${topLevel})
(export_statement declaration: ${topLevel})
(variable_declarator value: ${tableEntry})
(export_statement value: ${tableEntry})
(function_expression name: (identifier) @name body: (_) @body) @method
(generator_function name: (identifier) @name body: (_) @body) @method
(export_statement "default" @name value: ${functionValue}) @function @export
(export_statement "default" @name value: (class body: (_) @body)) @class @export
(export_statement "default" @name value: [
  (call_expression) (new_expression) (binary_expression) (ternary_expression) (object) (array)
]) @constant @export
((lexical_declaration (variable_declarator name: (identifier) @name value: (call_expression
  function: [(identifier) @_hook (member_expression property: (property_identifier) @_hook)]
  arguments: (arguments . ${longFunction})))) @function
  (#match? @_hook "^use[A-Z]"))

(export_statement declaration: (_ name: (_) @name)) @export
(export_statement declaration: (_ (variable_declarator name: (identifier) @name))) @export

[(statement_block) (for_statement) (for_in_statement) (catch_clause) (switch_body)] @block
[(arrow_function) (function_expression) (generator_function)] @function_block
(function_expression name: (identifier) @bound) @own

(comment) @comment
(decorator) @attribute

(new_expression constructor: (identifier) @type_reference)
[
  (if_statement) (for_statement) (for_in_statement) (while_statement) (do_statement) (switch_case) (catch_clause)
  (ternary_expression)
] @branch
(binary_expression operator: ["&&" "||" "??"] @branch)
${ecmascriptNames}`;

/** Patterns of the grammars with markup: JavaScript and TSX. */
export const markupQuery = `
(${declaration(`(variable_declarator name: (identifier) @name value: (call_expression
  arguments: (arguments . [(arrow_function body: (_) @body) (function_expression body: (_) @body)])))`)} @function
  (#match? @name "^[A-Z]"))
(return_statement [(jsx_element) (jsx_self_closing_element)] @renders)
(return_statement (parenthesized_expression [(jsx_element) (jsx_self_closing_element)] @renders))
(arrow_function body: [(jsx_element) (jsx_self_closing_element)] @renders)
(arrow_function body: (parenthesized_expression [(jsx_element) (jsx_self_closing_element)] @renders))
${markupNames}`;

const query = `
(class_declaration name: (identifier) @name body: (_) @body) @class
(class_heritage (identifier) @type_reference @extends)
(class_heritage (member_expression) @extends)
(field_definition property: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @method
(field_definition property: [(property_identifier) (private_property_identifier)] @name) @property
(field_definition property: [(property_identifier) (private_property_identifier)] @field value: (new_expression) @bound_type)
(formal_parameters (identifier) @bound)
${markupQuery}${ecmascriptQuery}`;

export const javascript: LanguageRules = {
  grammar: () => import('@vscode/tree-sitter-wasm/wasm/tree-sitter-javascript.wasm'),
  query,
  isExported: isExportedFromModule,
  readImports: readModuleImports,
  splitName: splitMemberName,
  superMethod: 'constructor',
  methodsOfValues: true,
};

/** Whether a definition is exported by a statement or through `module.exports`. Members of an exported class are exported. */
export function isExportedFromModule({ name, head, isMarked, enclosing }: ExportCandidate): boolean {
  if (isMarked || /^(module\.)?exports\./.test(head)) return true;
  const isPrivate = name.startsWith('#') || /\bprivate\b/.test(head);
  return (
    enclosing?.exported === true && !isPrivate && enclosing.kind !== 'function' && enclosing.kind !== 'method'
  );
}

/** Splits a path and omits segments without a name of their own, such as `exports` and `this`: `Foo.prototype` is `Foo`. */
export function splitMemberName(text: string): string[] {
  return text.split('.').filter((part) => !/^(prototype|module|exports|this|window|globalThis)$/.test(part));
}
