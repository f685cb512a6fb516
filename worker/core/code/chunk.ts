/**
 * A chunk is a lossless piece of one file: the `raw` texts of a file's chunks, joined in order, are the file. Lines are 1-based and
 * inclusive. Two chunks share a line only if that line alone exceeds the token budget.
 */

import type { FileTrait } from '../files/file.ts';
import type { FileReferences } from './reference.ts';
import { symbolKinds } from './symbol.ts';
import type { SymbolDefinition } from './symbol.ts';

/**
 * Kinds of chunk. Code has the kind of the definition that it is or is in; outside definitions it is `imports`, a `comment` or `statements`.
 * Documents have `section`, `code_sample` and `front_matter`; parts of components `markup` and `style`. Other text is `text`, and a piece of a
 * line over the budget is a `blob`.
 */
export const chunkKinds = [
  ...symbolKinds,
  'imports',
  'comment',
  'statements',
  'section',
  'code_sample',
  'front_matter',
  'markup',
  'style',
  'text',
  'blob',
] as const;
export type ChunkKind = (typeof chunkKinds)[number];

export function isChunkKind(word: string): word is ChunkKind {
  return chunkKinds.some((kind) => kind === word);
}

export interface Chunk {
  /** Index among the chunks of its file, from 0. */
  readonly ordinal: number;
  readonly startLine: number;
  readonly endLine: number;
  /** The file's exact text, which is cited and hashed. */
  readonly raw: string;
  readonly kind: ChunkKind;
  /** Qualified name of the definition that the chunk is or is in: `Flask.run`; for docs the heading trail `Guide > Install`. */
  readonly symbol: string | undefined;
  readonly metadata: ChunkMetadata;
}

export interface ChunkMetadata {
  /** Qualified names of the definitions that start in this chunk. */
  readonly defines: readonly string[];
  /** Signature of the chunk's `symbol` in code. */
  readonly signature?: string;
  /** Qualified name of the innermost definition that starts before the chunk and contains it. */
  readonly enclosing?: string;
  /** Docstrings and leading comments of definitions in the chunk, without markers. */
  readonly documentation?: string;
  /** All other comments in the chunk, without markers. */
  readonly comments?: string;
  /** Imported modules whose names this chunk uses. */
  readonly imports?: readonly string[];
  /** Names in `defines` that are exported. */
  readonly exports?: readonly string[];
  /** Type names the chunk refers to. */
  readonly types?: readonly string[];
  /** Branch points + 1 (McCabe 1976) of the chunk's code. */
  readonly complexity?: number;
  /** Traits detected from the whole file's content; `createTraitDetector` adds those of its path. */
  readonly traits?: readonly FileTrait[];
  /** Documentation sections: the trail of headings, outermost first. */
  readonly headings?: readonly string[];
  /** Front matter of the document, on its first chunk: title, navTitle, description, related. */
  readonly frontMatter?: Readonly<Record<string, string | readonly string[]>>;
  /** Code samples in the section. */
  readonly samples?: readonly CodeSample[];
  /** Rows of a version-history table: a version and its change. */
  readonly versions?: readonly { readonly version: string; readonly change: string }[];
}

/** A code chunk's documentation and comments; empty if it has none. */
export function documentationAndComments({ documentation, comments }: ChunkMetadata): string {
  return [documentation, comments].filter((text) => text !== undefined).join('\n');
}

export interface CodeSample {
  readonly language: string | undefined;
  readonly fileName: string | undefined;
  /** The sample is one of several the page switches between (tabs, code groups). */
  readonly switcher: boolean;
  readonly startLine: number;
  readonly endLine: number;
}

/** How files are split: along grammar and headings, or at line ends only. The latter is the baseline for evaluations. */
export const chunkings = ['syntax', 'naive'] as const;
export type Chunking = (typeof chunkings)[number];

/** Token budgets of a chunk, in the tokens of `countTokens`. */
export interface ChunkBudget {
  readonly minTokens: number;
  readonly maxTokens: number;
  /** Default: `syntax`. `naive` ignores the token budgets. */
  readonly chunking?: Chunking;
}

/** A file split into chunks, with the symbols it defines. */
export interface ChunkedFile {
  readonly chunks: readonly Chunk[];
  readonly symbols: readonly SymbolDefinition[];
  readonly references: FileReferences;
  /** The grammar found a syntax error. The chunks still cover the whole file. */
  readonly degraded: boolean;
}

/** A run of chunks that two snapshots share at one path: `count` keys, which start at `from` in the other snapshot and at `to` in this one. */
export interface KeyRun {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}
