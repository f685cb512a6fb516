/**
 * Defines the rules of one language: its grammar, one tree-sitter query, and small rules that a query cannot express. To add a language, add one
 * file to this folder and one line to `../languages.ts`.
 */

import type { SymbolKind } from '../../../core/code/symbol.ts';

export interface LanguageRules {
  /** The compiled grammar: a literal dynamic import, so that bundlers find it and only used grammars are loaded. */
  readonly grammar: () => Promise<{ readonly default: WebAssembly.Module }>;
  /**
   * Tree-sitter patterns. If two patterns define the same name, the first one in the query decides its kind. Captures:
   * - a symbol kind (`@class`, `@function`, …): a whole definition, with `@name`, and `@body` and `@container` where it has them.
   *   A function inside a type automatically becomes a method, a variable in capitals a constant; variables and bare
   *   declarations inside functions are omitted;
   * - `@scope`: encloses definitions and gives them its `@name` without being one itself (`impl`), with `@body`;
   * - `@outer`, `@export`: a node around the definition of `@name` that belongs to it (decorators, templates); `@export` also exports it;
   * - `@entry`, on the same node as a kind: only a definition if it has at least three lines;
   * - `@exported`: a name exported elsewhere in the file;
   * - `@comment`, `@attribute`: belong to the definition that follows them;
   * - `@docstring`: documentation at the start of a body;
   * - `@visibility`: a label that applies to the following definitions in the same body (`private:`);
   * - `@import`: a whole import statement, read by `readImports`;
   * - `@branch`: a branch point (McCabe 1976); `@renders`: markup returned by a function.
   *
   * References, each on the node of the name, or of the whole path (`a::b::Name`), whose last segment is then the name. The expression
   * before the name may be captured as `@receiver` in the same match (`app`, `self.router`, `make(1).x`). One position may be a reference
   * of several kinds; every other kind replaces `@value`, and every kind except `@value` replaces `@type_reference`:
   * - `@call`: called or constructed; `@extends`, `@implements`: in the head of the definition; `@decorator`: applied to it;
   *   with `@for` in the match, `@implements` belongs to that type instead of the enclosing definition;
   *   `@token_call`: a name before brackets among unparsed tokens (arguments of macros); its receiver is read from the text;
   *   `@type_reference`: a named type; `@type_path`: the same, on a whole path in which another pattern captures the name;
   *   `@render`: a component in markup (lower-case names without a receiver are elements and omitted);
   * - `@value`: a name passed on, stored or returned without being called. Omitted if it is bound in an enclosing definition, so that
   *   patterns may capture every identifier in such a position.
   *
   * Bound names:
   * - `@bound`: parameter, assigned or declared variable, loop or pattern variable, type parameter; scopes are resolved later;
   *   with `@bound_type` in the same match: a type, or the assigned expression (a call, `new Foo()`, `Foo{}`); or with
   *   `@bound_value`: a name whose type it inherits (`self.app = app`). If several patterns bind one position, the first one in the
   *   query that has a type decides. The name of a definition is not a bound name, so general patterns may capture it;
   *   with `@neutral` in the match, the assigned value does not determine the type (`None`, augmented assignment);
   *   with `@own` in the match, the name is bound inside its function, even if it is also a definition;
   * - `@field`: the same for a field of the enclosing type; ignored with a `@receiver` other than `self`, `this` or `cls`.
   *   A node may be `@bound` and `@field` (parameter properties);
   * - `@assigned`: a name that is assigned a new value without being bound, with the captures of `@bound`;
   * - `@hoisted`: a name or pattern bound in the whole enclosing function, regardless of blocks (`var`);
   * - `@block`: a scope without a name; `@function_block`: such a scope that is a function;
   * - `@global`: a name that the enclosing function declares as defined outside of it (`global x`);
   * - `@returns`: the return type in the head of a function.
   *
   * Names of the file:
   * - `@namespace`: the package or namespace it belongs to (the first one is used);
   * - `@export_local`, with `@export_name` if it is exported under another name: an export separate from the definition; `@default`: the
   *   name or expression exported as default (an expression without a name is `default` itself). They export like `@exported`.
   *   A `@target` in the match is the assignment's target; it must be `module.exports` or `exports.name`;
   * - `@listed`: an expression whose strings are the public names, with the variable as `@list` in the same match, which
   *   must be `__all__`.
   *
   * Avoid `#eq?` and `#match?`, because reading text for them is slow. A few general patterns are faster than many precise ones.
   */
  readonly query: string;
  /** Whether code outside the file's module can refer to the definition; protected members are treated as exported. */
  readonly isExported: (definition: ExportCandidate) => boolean;
  /** Reads the modules of one import statement, with the names they introduce; empty when it is not an import after all. */
  readonly readImports: (statement: string) => readonly ImportedModule[];
  /** Splits a name into segments, outermost first: `geo::Box::area` has three. Default: the whole text. */
  readonly splitName?: (text: string) => readonly string[];
  /** Names that the grammar treats as references to types, but that are built in. */
  readonly builtinTypes?: ReadonlySet<string>;
  /**
   * Repairs a text that the grammar cannot parse, with every name at its position. Returns attempts in the order to try them; empty when there is
   * nothing to repair. Called only for texts with errors. The text with the fewest characters in error nodes is used.
   */
  readonly repair?: (text: string) => readonly RepairedText[];
  /** Prepares a path for `dottedPath`, for example by removing the `$` of PHP. */
  readonly preparePath?: (text: string) => string;
  /** Whether a `@value` without receiver that is not a variable is a call, like Ruby's `balance`. */
  readonly bareNamesAreCalled?: boolean;
  /** The name of the method that `super(…)` calls, such as `constructor`. */
  readonly superMethod?: string;
  /** Default values are evaluated when a function is defined, not when it is called. */
  readonly defaultsEvaluatedOutside?: boolean;
  /** The first assignment of a variable defines it; later assignments define nothing. */
  readonly definedByAssignment?: boolean;
  /** Variables are scoped to functions, not to blocks. */
  readonly functionScoped?: boolean;
  /** A method outside of types belongs to a value (`{ run() {} }`) and is not a function. */
  readonly methodsOfValues?: boolean;
}

export interface RepairedText {
  readonly text: string;
  /** Code became spaces, not only directives and macros. */
  readonly omitsCode: boolean;
}

/** The properties of a definition that the export rule uses. */
export interface ExportCandidate {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Text from the start of the definition's own node to its name, without decorators of an `@outer`. */
  readonly head: string;
  /** Whether `@export` or `@exported` captured its name. */
  readonly isMarked: boolean;
  /** Text of the last `@visibility` before it in the same body. */
  readonly section: string | undefined;
  /** Text of the enclosing `@scope` up to its body. */
  readonly scopeHead: string | undefined;
  readonly enclosing: { readonly kind: SymbolKind; readonly exported: boolean } | undefined;
}

export interface ImportedModule {
  /** The module in the form that `core/code/reference.ts` describes, with dots for `::`. */
  readonly module: string;
  /** The local names it introduces. */
  readonly names: readonly string[];
  /** The local names with their names in the module. Default: none. */
  readonly bindings?: readonly ImportedBinding[];
  /** Defaults to false. */
  readonly wildcard?: boolean;
  /** Defaults to false. */
  readonly reexported?: boolean;
}

export interface ImportedBinding {
  /** `default`, or `*` for the module as a whole. */
  readonly imported: string;
  readonly local: string;
  /** Offset of the name in the statement; default 0. Only its line matters. */
  readonly offset?: number;
}
