/** A chunk as the keyword index takes it: terms by column, secrets masked out of all of them. */

import { saidInCode } from '../core/chunk.ts';
import { maskText } from '../core/mask-text.ts';
import { termsOf } from '../core/terms.ts';
import type { ChunkRow } from '../ports/chunk-store.ts';
import type { IndexedChunk } from '../ports/text-index.ts';
import { documentLanguages } from './document-languages.ts';

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
    path: join(termsOf(chunk.path)),
    symbols: join(termsOf(named.join(' '))),
    prose: join(termsOf(isProse ? text : saidInCode(metadata))),
    code: isProse ? '' : join(termsOf(text)),
  };
}

function join(terms: readonly string[]): string {
  return terms.join(' ');
}
