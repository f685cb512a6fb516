/** A chunk as the keyword index takes it: terms by column, secrets masked out of all of them. */

import { saidInCode } from '../core/chunk.ts';
import { maskText } from '../core/mask-text.ts';
import { termsOf } from '../core/terms.ts';
import type { ChunkRow } from '../ports/chunk-store.ts';
import type { IndexedChunk } from '../ports/text-index.ts';
import { documentLanguages } from './document-languages.ts';

/** Of the rules below and of `termsOf`: one more whenever the same chunk may come out otherwise, so that no terms made before are used. */
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
    symbols: join(termsOf(named.join(' '))),
    prose: join(termsOf(isProse ? text : saidInCode(metadata))),
    code: isProse ? '' : join(termsOf(text)),
  };
}

/** The terms of a file's path, which each of its chunks is found by too. */
export function pathTerms(path: string): string {
  return join(termsOf(path));
}

function join(terms: readonly string[]): string {
  return terms.join(' ');
}
