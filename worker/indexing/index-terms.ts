/** Converts a chunk to the terms of the keyword index, by column, with secrets masked. */

import { documentationAndComments } from '../core/code/chunk.ts';
import { maskText } from '../core/text/mask-text.ts';
import { extractTerms } from '../core/text/terms.ts';
import type { ChunkRow } from '../ports/chunk-store.ts';
import type { IndexedChunk } from '../ports/text-index.ts';
import { documentLanguages } from './document-languages.ts';

/**
 * Version of the rules below and of `extractTerms`. Increment it whenever the same chunk may give other terms, so that stored terms are
 * not reused.
 */
export const termsVersion = 1;

export function indexTerms(chunk: ChunkRow): IndexedChunk {
  const text = maskText(chunk.raw, chunk.masks, chunk.startOffset);
  const { metadata } = chunk;
  const isProse = documentLanguages.has(chunk.language);
  const named = [
    ...metadata.defines,
    chunk.symbol ?? '',
    ...(metadata.headings ?? []),
    metadata.signature ?? '',
  ];
  return {
    key: chunk.key,
    symbols: join(extractTerms(named.join(' '))),
    prose: join(extractTerms(isProse ? text : documentationAndComments(metadata))),
    code: isProse ? '' : join(extractTerms(text)),
  };
}

/** The terms of a file's path, which also find each of its chunks. */
export function pathTerms(path: string): string {
  return join(extractTerms(path));
}

function join(terms: readonly string[]): string {
  return terms.join(' ');
}
