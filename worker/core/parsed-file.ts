/** A file read and cut, as the parse stage hands it on to be stored. What holds for a content is said once, however many paths hold it. */

import type { Chunk } from './chunk.ts';
import type { Encoding, SecretMask } from './file.ts';
import type { FileReferences } from './reference.ts';
import type { SymbolDefinition } from './symbol.ts';

/** Names stored content, together with the chunker's version. */
export interface ContentKey {
  readonly hash: string;
  readonly language: string;
}

export function contentName(content: ContentKey): string {
  return `${content.hash} ${content.language}`;
}

export interface LocatedMask extends SecretMask {
  readonly line: number;
}

/** A file's content, cut and read. */
export interface ParsedContent {
  readonly hash: string;
  readonly language: string;
  readonly encoding: Encoding;
  readonly bytes: number;
  readonly lines: number;
  readonly degraded: boolean;
  readonly masks: readonly LocatedMask[];
  readonly chunks: readonly (Chunk & { readonly hash: string; readonly startOffset: number })[];
  readonly symbols: readonly SymbolDefinition[];
  readonly references: FileReferences;
}

/** What the parse stage made of one file: new content, or the name of content already stored. */
export interface ParsedFile {
  readonly path: string;
  readonly content: ParsedContent | ContentKey;
}
