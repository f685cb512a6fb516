/**
 * What one language brings to the parser: its grammar, one tree-sitter query, and the small rules the query cannot
 * say. A new language is one file beside this one and one line in `../languages.ts`.
 */

import type { SymbolKind } from '../../../core/code/symbol.ts';

export interface LanguageRules {
  /** The compiled grammar: a literal dynamic import, so that bundlers see it and only what is used is loaded. */
  readonly grammar: () => Promise<{ readonly default: WebAssembly.Module }>;
  /**
   * Tree-sitter patterns. Where two patterns define the same name, the first in the query decides its kind. Captures:
   * - a symbol kind (`@class`, `@function`, …): a whole definition, with `@name`, and `@body` and `@container` where it has them.
   *   A function inside a type becomes a method by itself, a variable in capitals a constant; variables and bare
   *   declarations inside functions are left out;
   * - `@scope`: encloses definitions and lends them its `@name` without being one (`impl`), with `@body`;
   * - `@outer`, `@export`: a node around the definition of `@name` that belongs to it (decorators, templates); `@export` also exports it;
   * - `@exported`: a name exported elsewhere in the file;
   * - `@comment`, `@attribute`: belong with the definition that follows them;
   * - `@docstring`: documentation that stands first in a body;
   * - `@visibility`: a label that holds for what follows it in the same body (`private:`);
   * - `@import`: a whole import statement, read by `readImports`;
   * - `@branch`: a branch point (McCabe 1976); `@renders`: markup given back by a function.
   *
   * References, each on the node of the name, or of the whole path (`a::b::Name`), whose last segment is then the name. What stands
   * before the name may be captured as `@receiver` in the same match: any expression (`app`, `self.router`, `make(1).x`). One place
   * may be a reference of several kinds; `@value` gives way to every other, `@type_reference` to all but `@value`:
   * - `@call`: called or constructed; `@extends`, `@implements`: in the head of the definition; `@decorator`: put on it;
   *   with `@for` in the match, `@implements` is said of that type and not of the definition around it;
   *   `@token_call`: a name before brackets among tokens without syntax (arguments of macros), its receiver is read from the text;
   *   `@type_reference`: a type named; `@type_path`: the same, on a whole path in which another pattern captures the name; `@render`: a component in markup (lower-case names without receiver are elements, and dropped);
   * - `@value`: a name handed on, stored or given back without being called. Dropped where it is bound in an enclosing definition, so
   *   patterns may take every identifier in such a place.
   *
   * Names bound:
   * - `@bound`: parameter, assigned or declared variable, loop or pattern variable, type parameter; anywhere, scopes are told later;
   *   with `@bound_type` in the same match: a type, or the expression it is given (a call, `new Foo()`, `Foo{}`); or with
   *   `@bound_value`: a name whose type it takes over (`self.app = app`). Where several patterns bind one place, the first in the
   *   query that has a type decides. The name of a definition is no bound name, so general patterns may take it;
   *   with `@neutral` in the match it is given what says nothing of its type (`None`, more of the same);
   * - `@field`: the same for a field of the type around it; a `@receiver` in the match other than `self`, `this` or `cls` voids it.
   *   A node may be `@bound` and `@field` (parameter properties);
   * - `@assigned`: a name given another value where that binds nothing, with the captures of `@bound`;
   * - `@hoisted`: a name or pattern bound in the whole function around it, whatever blocks it stands in (`var`);
   * - `@block`: a scope without a name; `@function_block`: one that is a function;
   * - `@global`: a name that the function around it says is not its own (`global x`);
   * - `@returns`: type of what a function gives back, in its head.
   *
   * Names of the file:
   * - `@namespace`: the package or namespace it belongs to (the first counts);
   * - `@export_local`, with `@export_name` where it is called otherwise outside: an export apart from the definition; `@default`: the
   *   name or expression exported as default (an expression without a name is `default` itself). They export as `@exported` does.
   *   A `@target` in the match is what it is assigned to, and voids it unless that is `module.exports` or `exports.name`;
   * - `@listed`: an expression whose strings are the names that are public, with the variable as `@list` in the same match, which
   *   must be `__all__`.
   *
   * Rather without `#eq?` and `#match?`: reading text for them is slow. Few general patterns are faster than many precise ones.
   */
  readonly query: string;
  /** Whether code outside the file's own module can name the definition; protected members count as exported. */
  readonly exported: (definition: SeenDefinition) => boolean;
  /** The modules of one import statement, with the names each brings into the file; none when it is no import after all. */
  readonly readImports: (statement: string) => readonly ImportedModule[];
  /** The segments of a name as written, outermost first: `geo::Box::area` is three. Default: the text as it is. */
  readonly splitName?: (text: string) => readonly string[];
  /** Names the grammar takes for references to types and a reader does not. */
  readonly builtinTypes?: ReadonlySet<string>;
  /**
   * A text the grammar can read of one it cannot, every name at the place it had; undefined where there is nothing to mend. Asked for
   * texts with errors only, and used if fewer characters of it are in error.
   */
  readonly repair?: (text: string) => string | undefined;
  /** A path as the language writes it before `dottedPath` reads it: drops the `$` of PHP. */
  readonly plainPath?: (text: string) => string;
  /** A `@value` without receiver that is no variable is a call: Ruby's `balance`. */
  readonly bareNamesAreCalled?: boolean;
  /** The method that `super(…)` calls: `constructor`. */
  readonly superCalls?: string;
  /** Default values are evaluated where a function is defined and not where it is called. */
  readonly defaultsEvaluatedOutside?: boolean;
  /** A variable is defined by its first assignment; later ones define nothing. */
  readonly definedByAssignment?: boolean;
  /** What is bound twice in one function is one variable: there are no blocks. */
  readonly functionScoped?: boolean;
  /** A method outside of types belongs to a value (`{ run() {} }`) and is no function of that name. */
  readonly methodsOfValues?: boolean;
}

/** A definition as far as the export rule sees it. */
export interface SeenDefinition {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Text from the definition's own start to its name, decorators of an `@outer` left out. */
  readonly head: string;
  /** Named by `@export` or `@exported`. */
  readonly marked: boolean;
  /** Text of the last `@visibility` before it in the same body. */
  readonly section: string | undefined;
  /** Text of the enclosing `@scope` up to its body. */
  readonly scopeHead: string | undefined;
  readonly enclosing: { readonly kind: SymbolKind; readonly exported: boolean } | undefined;
}

export interface ImportedModule {
  /** As `core/reference.ts` says of a module: dots for `::`. */
  readonly module: string;
  /** Names it brings into the file, as the file calls them. */
  readonly names: readonly string[];
  /** The same with what the other file calls them. Default: none. */
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
  /** Offset in the statement where it is named; default 0. Only its line counts. */
  readonly at?: number;
}
