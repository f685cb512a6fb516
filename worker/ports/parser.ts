/**
 * Parses text into syntax trees. Offsets are UTF-16 units, end exclusive; rows are 0-based. Nodes are created on demand, because calls into
 * the grammar are expensive.
 */

import type { ReferenceKind } from '../core/code/reference.ts';
import type { SymbolKind } from '../core/code/symbol.ts';

export interface SyntaxRange {
  readonly start: number;
  readonly end: number;
}

export interface SyntaxNode extends SyntaxRange {
  readonly kind: string;
  /** It belongs to the following node: a comment, a decorator, an attribute. */
  readonly isLeading: boolean;
  /** Named and unnamed children in order, comments included. */
  children(): readonly SyntaxNode[];
}

/** A definition found by the grammar's query. */
export interface SyntaxDefinition extends SyntaxRange {
  /** `start` and `end` cover the whole definition, including decorators and `export`. */
  readonly kind: SymbolKind;
  readonly name: string;
  readonly nameStart: number;
  /** Start of the body, or `end` if it has none; the signature is the text before it. */
  readonly bodyStart: number;
  /** Dotted name of the container in the syntax: the receiver of a Go method, the type of a Rust impl. */
  readonly container: string | undefined;
  readonly exported: boolean;
  /** Docstring or leading comments, markers included. */
  readonly documentation: SyntaxRange | undefined;
  readonly complexity: number;
}

/** An anonymous scope. */
export interface SyntaxBlock extends SyntaxRange {
  /** It is the body of a function, not of a loop or branch. */
  readonly isFunction: boolean;
}

export interface SyntaxImport extends SyntaxRange {
  /** As written: `./chunk.ts`, `flask.json`, `net/http`. */
  readonly module: string;
  /** Local names that it binds. */
  readonly names: readonly string[];
  /** The local names with their original names, as in `core/code/reference.ts`, and their positions. */
  readonly bindings: readonly {
    readonly imported: string;
    readonly local: string;
    readonly start: number;
  }[];
  readonly wildcard: boolean;
  readonly reexported: boolean;
}

/** A use of a name; names and receivers are dotted, as in `core/code/reference.ts`. */
export interface SyntaxReference {
  readonly kind: ReferenceKind;
  readonly name: string;
  readonly receiver: string | undefined;
  readonly start: number;
}

/** A binding of a name, or an assignment that gives it a type. */
export interface SyntaxBinding {
  readonly name: string;
  /** Dotted; undefined if it is unknown. */
  readonly type: string | undefined;
  /** The name whose type it has, if `type` is undefined. */
  readonly typeSource: string | undefined;
  readonly start: number;
  /** It is a field of the enclosing type. */
  readonly member: boolean;
  /** The type is declared, so later assignments do not change it. */
  readonly declared: boolean;
  /** The value does not determine the type: `None`, `x += 1`. */
  readonly neutral: boolean;
  /** An assignment that binds nothing: the name is bound elsewhere. */
  readonly assigned: boolean;
  /** The name of a function expression, which is bound inside that function only, also if it is a definition. */
  readonly own: boolean;
}

/** Names in a syntax tree, the input for `core/code/reference.ts`; everything in text order. */
export interface SyntaxReferences {
  readonly namespace: string | undefined;
  readonly references: readonly SyntaxReference[];
  /** Parameters, variables, fields and assignments. */
  readonly bindings: readonly SyntaxBinding[];
  readonly exports: readonly { readonly exported: string; readonly local: string }[];
  readonly listed: readonly string[] | undefined;
  /** Declared return types, each within the head of its function. */
  readonly returns: readonly { readonly type: string; readonly start: number }[];
  /** Names that a function declares as not local: `global x`. */
  readonly globals: readonly { readonly name: string; readonly start: number }[];
  /** Anonymous scopes (callbacks, blocks, loops, comprehensions); their bindings are visible only inside. */
  readonly blocks: readonly SyntaxBlock[];
  /** Names and patterns bound in the whole enclosing function, whatever their block: `var x`. */
  readonly hoisted: readonly SyntaxRange[];
  /** The language has no block scopes: two bindings in one function are the same variable. */
  readonly functionScoped: boolean;
  /** An unbound name without receiver is a call, even without parentheses. */
  readonly bareNamesAreCalled: boolean;
  /** Default values are evaluated where a function is defined, not where it is called. */
  readonly defaultsEvaluatedOutside: boolean;
  /** The file has more references than are stored for one file. */
  readonly truncated: boolean;
}

export interface SyntaxTree {
  readonly root: SyntaxNode;
  /** Sorted by start, outer definitions before inner ones. */
  readonly definitions: readonly SyntaxDefinition[];
  readonly imports: readonly SyntaxImport[];
  readonly names: SyntaxReferences;
  /** Referenced type names with their positions. */
  readonly types: readonly { readonly name: string; readonly start: number }[];
  /** Comments and docstrings, in order. */
  readonly comments: readonly SyntaxRange[];
  /** Starts of branch points (McCabe 1976), in order. */
  readonly branches: readonly number[];
  /** Some code is not in the tree: it has a syntax error, or belongs to a preprocessor branch that cannot stand beside another. */
  readonly hasError: boolean;
  /** Whether a later parse exhausted the parser's memory, which also destroyed this tree. Nodes must not be used then. */
  isLost(): boolean;
  /** Frees the tree. Nodes must not be used after. */
  dispose(): void;
}

export interface Parser {
  /** Languages of `core/files/language.ts` that have a grammar. */
  readonly languages: readonly string[];
  /** Version of the grammars, a part of the key of cached chunks. */
  readonly version: string;
  /** Maximum length of a text in UTF-16 units; the caller splits a longer one without syntax. */
  readonly maxLength: number;
  /** The tree; undefined if the language has no grammar, or the text is too long or times out. */
  parse(text: string, language: string): Promise<SyntaxTree | undefined>;
}

/** Build files as plain data: package.json, jsr.json, composer.json, deno.json, tsconfig.json (comments allowed), Cargo.toml, pyproject.toml, go.mod. */
export interface ManifestReader {
  /** Whether it supports the file at this path. */
  reads(path: string): boolean;
  /**
   * The file's content as a JSON value; undefined if it is not valid. A go.mod is
   * `{ module: string, replace: Record<string, string> }`.
   */
  read(path: string, text: string): unknown;
}
