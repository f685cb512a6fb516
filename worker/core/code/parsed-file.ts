/** The output of the parse stage. Content that several paths share is stored once. */

import type { Chunk } from './chunk.ts';
import type { Encoding, SecretMask } from '../files/file.ts';
import type { FileReferences } from './reference.ts';
import type { SymbolDefinition } from './symbol.ts';

/** What stored content depends on besides the file: the version of the chunker, and the scope that shares it (`contentScopeOf`). */
export interface ContentVariant {
  readonly chunker: string;
  readonly scope: string;
}

/** Identifies stored content of one variant. */
export interface ContentKey {
  readonly hash: string;
  readonly language: string;
}

export function formatContentKey(content: ContentKey): string {
  return `${content.hash} ${content.language}`;
}

export interface LocatedMask extends SecretMask {
  readonly line: number;
}

/** A file's content with its chunks, symbols and references. */
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

/** A path with its new content, or with the key of content that is already stored. */
export interface ParsedFile {
  readonly path: string;
  readonly content: ParsedContent | ContentKey;
}
