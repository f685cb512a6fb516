/** Converts a chunk to the terms of the keyword index, by column, with secrets masked. */

import { documentationAndComments } from '../core/code/chunk.ts';
import { maskText } from '../core/text/mask-text.ts';
import { extractTerms } from '../core/text/terms.ts';
import type { ChunkRow } from '../ports/chunk-store.ts';
import type { IndexedChunk } from '../ports/text-index.ts';
import { documentLanguages } from './document-languages.ts';

/**
 * Version of the rules below and of `extractTerms`. Increment it whenever the same chunk may produce different terms: stored terms of
 * another version are not reused.
 */
export const termsVersion = 1;

export function indexTerms(chunk: ChunkRow): IndexedChunk {
  const text = maskText(chunk.raw, chunk.masks, chunk.startOffset);
  const { metadata } = chunk;
  const isProse = documentLanguages.has(chunk.language);
  const names = [
    ...metadata.defines,
    chunk.symbol ?? '',
    ...(metadata.headings ?? []),
    metadata.signature ?? '',
  ];
  return {
    key: chunk.key,
    symbols: joinTerms(extractTerms(names.join(' '))),
    prose: joinTerms(extractTerms(isProse ? text : documentationAndComments(metadata))),
    code: isProse ? '' : joinTerms(extractTerms(text)),
  };
}

/** Returns the terms of a file's path. A search for them finds every chunk of the file. */
export function pathTerms(path: string): string {
  return joinTerms(extractTerms(path));
}

function joinTerms(terms: readonly string[]): string {
  return terms.join(' ');
}
