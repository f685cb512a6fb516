/**
 * What one language brings to the parser: its grammar, one tree-sitter query, and three small rules the query cannot
 * say. A new language is one file beside this one and one line in `../languages.ts`.
 */

import type { SymbolKind } from '../../../core/symbol.ts';

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
   * - `@type_reference`: the name of a type referred to; `@branch`: a branch point (McCabe 1976); `@renders`: markup given back by a function.
   */
  readonly query: string;
  /** Whether code outside the file's own module can name the definition; protected members count as exported. */
  readonly exported: (definition: SeenDefinition) => boolean;
  /** The modules of one import statement, with the names each brings into the file. */
  readonly readImports: (statement: string) => readonly ImportedModule[];
  /** The segments of a name as written, outermost first: `geo::Box::area` is three. Default: the text as it is. */
  readonly splitName?: (text: string) => readonly string[];
  /** Names the grammar takes for references to types and a reader does not. */
  readonly builtinTypes?: ReadonlySet<string>;
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
  readonly module: string;
  readonly names: readonly string[];
}
