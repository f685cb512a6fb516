/**
 * C++: C with namespaces, classes and templates. A member defined outside its class (`geo::Box::area`) is named as
 * if it were inside. The grammar parses `class EXPORT Shape : Base`, with a macro before the name, as a function.
 */

import { blankDirectives } from './blank-directives.ts';
import { cNames, cQuery, readIncludes } from './c.ts';
import type { LanguageRules, RepairedText } from './language.ts';

const names = '[(identifier) (field_identifier) (qualified_identifier) (destructor_name) (operator_name)]';
const declarator = `(function_declarator declarator: ${names} @name)`;

const query = `
${cQuery(names)}
(namespace_definition name: (_) @name body: (_) @body) @module
(namespace_definition !name body: (_) @body) @scope
(class_specifier name: (type_identifier) @name body: (_) @body) @class
(class_specifier name: [(template_type name: (_) @name) (qualified_identifier) @name] body: (_) @body) @class
(struct_specifier name: [(template_type name: (_) @name) (qualified_identifier) @name] body: (_) @body) @struct
(function_definition type: (class_specifier !body) . declarator: (identifier) @name body: (_) @body) @class
(function_definition type: (class_specifier !body) . (ERROR . (identifier) @name) body: (_) @body) @class
(function_definition type: (struct_specifier !body) . declarator: (identifier) @name body: (_) @body) @struct
(alias_declaration name: (type_identifier) @name) @type
(concept_definition name: (identifier) @name) @type
(function_definition declarator: (reference_declarator ${declarator}) body: (_) @body) @function
(field_declaration declarator: ${declarator}) @method
(field_declaration declarator: (pointer_declarator declarator: ${declarator})) @method
(field_declaration declarator: (reference_declarator ${declarator})) @method
(template_declaration (_ name: (type_identifier) @name)) @outer
(template_declaration (_ name: (template_type name: (type_identifier) @name))) @outer
(template_declaration (_ declarator: ${declarator})) @outer
(template_declaration (_ declarator: (_ ${declarator}))) @outer
(access_specifier) @visibility
(try_statement (catch_clause) @branch)
(for_range_loop) @branch
(function_definition declarator: ${declarator}) @function
`;

const qualifiedName = '(qualified_identifier)';
/** Matches a named type. `Foo<Bar>` is captured as a whole; its type arguments are dropped when its path is read. */
const namedType = (capture: string) =>
  `[(type_identifier) ${capture} ${qualifiedName} ${capture} (template_type) ${capture}]`;

const declaredReferences =
  '(reference_declarator (identifier) @bound) (reference_declarator (field_identifier) @field) (_ declarator: (reference_declarator (identifier) @bound))';

const references = `
(call_expression function: (template_function name: (identifier) @call))
(call_expression function: ${qualifiedName} @call)
(call_expression function: (field_expression argument: (_) @receiver field: (template_method name: (field_identifier) @call)))
(new_expression type: ${namedType('@call')})
(compound_literal_expression type: ${namedType('@call')})
(declaration type: ${namedType('@call')} declarator: (init_declarator value: (argument_list)))
(function_definition type: [(class_specifier !body) (struct_specifier !body)] declarator: (_) . (ERROR (identifier) @extends .))
(function_definition type: (class_specifier !body) . (ERROR . (identifier)) declarator: [(identifier) (qualified_identifier)] @extends)
(base_class_clause ${namedType('@extends')})
${qualifiedName} @value
(using_declaration ${qualifiedName} @type_path)
(_ type: ${qualifiedName} @type_path)

(init_declarator declarator: (identifier) @bound value: (_ type: ${namedType('@bound_type')}))
(reference_declarator (identifier) @bound)
(structured_binding_declarator (identifier) @bound)
(type_parameter_declaration (type_identifier) @bound)
`;

export const cpp: LanguageRules = {
  grammar: () => import('tree-sitter-cpp/tree-sitter-cpp.wasm'),
  query: query + cNames(namedType, declaredReferences) + references,
  isExported: ({ head, section, scopeHead, enclosing, kind }) => {
    if (enclosing?.kind === 'class')
      return enclosing.exported && !(section ?? 'private').startsWith('private');
    if (enclosing?.kind === 'struct')
      return enclosing.exported && !(section ?? 'public').startsWith('private');
    if (enclosing?.kind === 'enum') return enclosing.exported;
    return kind === 'macro' || (!/\bstatic\b/.test(head) && scopeHead === undefined);
  },
  readImports: readIncludes,
  splitName,
  repair: repairText,
};

const macroName = String.raw`[A-Z][A-Z\d_]{3,}`;
const declarationWords = String.raw`[ \t\n]+[\w:<>,&*~]+(?:[ \t]+[\w:<>,&*~]+){0,4}[ \t]*\(`;
/**
 * Matches macros that the grammar does not know: before a class name, before a function's type or name, between its type and name, before a
 * block, after a function's parameters, and as a statement without a semicolon.
 */
const macros = new RegExp(
  [
    String.raw`(?<=\b(?:class|struct)[ \t]+)${macroName}(?=[ \t]+[A-Za-z_]\w*\s*(?:final\b\s*)?[:{])`,
    String.raw`(?<=^[ \t]*(?:[a-z][\w:]{0,80}[ \t&*]+)?)${macroName}(?=${declarationWords})`,
    String.raw`(?<=(?:^|[{;])[ \t]*)${macroName}(?=[ \t]*\{)`,
    String.raw`(?<=\)[ \t]*(?:const[ \t]+)?)${macroName}(?=\s*(?:[{;:=]|(?:override|final|const)\b))`,
    String.raw`(?<=^[ \t]*(?:\}[ \t]*)?)${macroName}\((?:[^;{}()\n]|\([^;{}()\n]*\))*\)(?=[ \t]*$)`,
  ].join('|'),
  'gm',
);

/** Replaces macros such as `EXPORT` with spaces, which preserve every position, then also directives. */
function repairText(text: string): readonly RepairedText[] {
  const withoutMacros = text.replaceAll(macros, (macro) => ' '.repeat(macro.length));
  const onlyMacros = withoutMacros === text ? [] : [{ text: withoutMacros, omitsCode: false }];
  return [...onlyMacros, ...blankDirectives(withoutMacros)];
}

/** Splits at `::` outside template arguments, which are omitted: `Tree<a::b>::insert` is `Tree`, `insert`. */
function splitName(text: string): string[] {
  if (/\boperator\b/.test(text)) {
    const operatorStart = text.search(/\boperator\b/);
    const enclosing =
      operatorStart === 0 ? [] : splitName(text.slice(0, operatorStart).replace(/::\s*$/, ''));
    return [...enclosing, text.slice(operatorStart).replaceAll(/\s+/g, ' ')];
  }
  let withoutArguments = text;
  for (let shortened = withoutArguments; ; withoutArguments = shortened) {
    shortened = withoutArguments.replaceAll(/<[^<>]*>/g, '');
    if (shortened === withoutArguments) break;
  }
  return withoutArguments
    .split('::')
    .map((part) => part.trim().replace(/^.*\s/s, ''))
    .filter((part) => part !== '');
}
