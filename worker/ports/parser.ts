/**
 * Text to syntax tree. Offsets are UTF-16 code units into the text given, end exclusive; rows are 0-based. Nodes are
 * made only when asked for, since crossing into the grammar costs more than walking its result.
 */

import type { ReferenceKind } from '../core/reference.ts';
import type { SymbolKind } from '../core/symbol.ts';

export interface SyntaxRange {
  readonly start: number;
  readonly end: number;
}

export interface SyntaxNode extends SyntaxRange {
  readonly kind: string;
  /** It belongs with what follows it: a comment, a decorator, an attribute. */
  readonly leads: boolean;
  /** Named and unnamed children in order, comments included. */
  children(): readonly SyntaxNode[];
}

/** One definition as the grammar's query saw it. */
export interface SyntaxDefinition extends SyntaxRange {
  /** `start` and `end` hold the whole definition, decorators and `export` included. */
  readonly kind: SymbolKind;
  readonly name: string;
  readonly nameStart: number;
  /** Where its body begins, or `end` when it has none: the signature is what stands before. */
  readonly bodyStart: number;
  /** Names given by the syntax rather than by nesting, dotted: the receiver of a Go method, the type of a Rust impl. */
  readonly container: string | undefined;
  readonly exported: boolean;
  /** Docstring or leading comments, markers included. */
  readonly documentation: SyntaxRange | undefined;
  readonly complexity: number;
}

/** A scope without a name. */
export interface SyntaxBlock extends SyntaxRange {
  /** It is the body of a function, and not of a loop or a branch. */
  readonly isFunction: boolean;
}

export interface SyntaxImport extends SyntaxRange {
  /** As written: `./chunk.ts`, `flask.json`, `net/http`. */
  readonly module: string;
  /** Names it brings into the file. */
  readonly names: readonly string[];
  /** The same with what the other file calls them, in the words of `core/reference.ts`, and where they are named. */
  readonly bindings: readonly {
    readonly imported: string;
    readonly local: string;
    readonly start: number;
  }[];
  readonly wildcard: boolean;
  readonly reexported: boolean;
}

/** A place that names something; names and receivers are dotted, as `core/reference.ts` says. */
export interface SyntaxReference {
  readonly kind: ReferenceKind;
  readonly name: string;
  readonly receiver: string | undefined;
  readonly start: number;
}

/** A name bound or given a type at a place. */
export interface SyntaxBinding {
  readonly name: string;
  /** Dotted; undefined where nothing tells it. */
  readonly type: string | undefined;
  /** The name whose type it takes over, where `type` is undefined. */
  readonly given: string | undefined;
  readonly start: number;
  /** It is a field of the type it stands in. */
  readonly member: boolean;
  /** The type is written and not that of a value: whatever it is given later, the name keeps it. */
  readonly declared: boolean;
  /** The value says nothing of what the name holds else: `None`, `x += 1`. */
  readonly neutral: boolean;
  /** Given another value, where that binds nothing: the name is bound elsewhere. */
  readonly assigned: boolean;
}

/** What a tree says of names, for `core/reference.ts`; everything in the order of the text. */
export interface SyntaxReferences {
  readonly namespace: string | undefined;
  readonly references: readonly SyntaxReference[];
  /** Parameters, variables, fields, and names that are given other values. */
  readonly bindings: readonly SyntaxBinding[];
  readonly exports: readonly { readonly exported: string; readonly local: string }[];
  readonly listed: readonly string[] | undefined;
  /** Types functions are said to give back; each lies in the head of its function. */
  readonly returns: readonly { readonly type: string; readonly start: number }[];
  /** Names that the function around says are not its own: `global x`. */
  readonly globals: readonly { readonly name: string; readonly start: number }[];
  /** Scopes without a name: functions handed on, blocks, loops, comprehensions. What they bind is seen in them alone. */
  readonly blocks: readonly SyntaxBlock[];
  /** Names and patterns bound in the whole function around, whatever blocks they stand in: `var x`. In the order of the text. */
  readonly hoisted: readonly SyntaxRange[];
  /** What is bound twice in one function is one variable: there are no blocks. */
  readonly functionScoped: boolean;
  /** A value without receiver that is bound nowhere is a call, though no brackets follow. */
  readonly bareNamesAreCalled: boolean;
  /** Default values are evaluated where a function is defined and not where it is called. */
  readonly defaultsEvaluatedOutside: boolean;
  /** There were more references than are kept of one file. */
  readonly truncated: boolean;
}

export interface SyntaxTree {
  readonly root: SyntaxNode;
  /** In the order of their starts, an enclosing one before what it encloses. */
  readonly definitions: readonly SyntaxDefinition[];
  readonly imports: readonly SyntaxImport[];
  readonly names: SyntaxReferences;
  /** Type names referred to, with where. */
  readonly types: readonly { readonly name: string; readonly start: number }[];
  /** Comments and docstrings, in order. */
  readonly comments: readonly SyntaxRange[];
  /** Starts of branch points (McCabe 1976), in order. */
  readonly branches: readonly number[];
  readonly hasError: boolean;
  /** Whether a later parse exhausted the parser's memory and took this tree with it. Nodes must not be used then. */
  isLost(): boolean;
  /** Frees the tree. Nodes must not be used after. */
  dispose(): void;
}

export interface Parser {
  /** Names of `core/language.ts` that have a grammar. */
  readonly languages: readonly string[];
  /** The grammars' versions as one word: part of the key under which chunks are cached. */
  readonly version: string;
  /** Longest text parsed, in UTF-16 units; a longer one is for the caller to split without syntax. */
  readonly maxLength: number;
  /** The tree, or undefined where the language has no grammar or the text is too long or cannot be parsed in time. */
  parse(text: string, language: string): Promise<SyntaxTree | undefined>;
}
