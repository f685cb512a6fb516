/**
 * A chunk is a lossless piece of one file: the `raw` of a file's chunks, joined in order, is the file's text. Lines are
 * 1-based and inclusive. Two chunks share a line only where one line alone is over the token budget.
 */

import type { FileTrait } from './file.ts';
import type { FileReferences } from './reference.ts';
import type { SymbolDefinition } from './symbol.ts';

export interface Chunk {
  /** Place among the chunks of its file, from 0. */
  readonly ordinal: number;
  readonly startLine: number;
  readonly endLine: number;
  /** Exactly the file's text; what is cited and hashed. */
  readonly raw: string;
  /** The syntax node's kind in the grammar's own words, or `section`, `text`, `front_matter`, `code_sample`, `blob`. */
  readonly kind: string;
  /** Qualified name of the definition this chunk is or lies in, if any: `Flask.run`; for docs the heading trail `Guide > Install`. */
  readonly symbol: string | undefined;
  readonly metadata: ChunkMetadata;
}

export interface ChunkMetadata {
  /** Qualified names of the definitions that start in this chunk. */
  readonly defines: readonly string[];
  /** First line of the enclosing definition, where the chunk does not begin it. */
  readonly signature?: string;
  /** What documents definitions in the chunk: docstrings, and comments right above them, their markers removed. */
  readonly documentation?: string;
  /** The other comments in it: of the file, and of single lines. */
  readonly comments?: string;
  /** Modules the file imports whose names this chunk uses. */
  readonly imports?: readonly string[];
  /** Names in `defines` that the file exports. */
  readonly exports?: readonly string[];
  /** Type names the chunk refers to. */
  readonly types?: readonly string[];
  /** Branch points + 1 (McCabe 1976) of the chunk's code. */
  readonly complexity?: number;
  /** What the content of the whole file tells of it; `traitsAmong` adds what its path does. */
  readonly traits?: readonly FileTrait[];
  /** Documentation sections: the trail of headings, outermost first. */
  readonly headings?: readonly string[];
  /** Front matter of the document, on its first chunk: title, navTitle, description, related. */
  readonly frontMatter?: Readonly<Record<string, string | readonly string[]>>;
  /** Code samples in the section. */
  readonly samples?: readonly CodeSample[];
  /** Rows of a version-history table: version and what changed. */
  readonly versions?: readonly { readonly version: string; readonly change: string }[];
}

/** All that is said in a chunk of code beside the code; empty where nothing is. */
export function saidInCode({ documentation, comments }: ChunkMetadata): string {
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

/** Along what files are cut: their grammar and headings, or lines alone, which is there to be measured against. */
export const chunkings = ['syntax', 'naive'] as const;
export type Chunking = (typeof chunkings)[number];

/** Token budgets of a chunk, in the tokens of `countTokens`. */
export interface ChunkBudget {
  readonly minTokens: number;
  readonly maxTokens: number;
  /** Along syntax where it is left out; `naive` heeds no tokens. */
  readonly chunking?: Chunking;
}

/** A file cut into chunks, with the symbols it defines. */
export interface ChunkedFile {
  readonly chunks: readonly Chunk[];
  readonly symbols: readonly SymbolDefinition[];
  readonly references: FileReferences;
  /** True where the grammar found a syntax error; chunks are whole all the same. */
  readonly degraded: boolean;
}

/** Chunks of a file that another state holds too, at the same path: so many keys from `from` on there are those from `to` on here. */
export interface KeyRun {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}
