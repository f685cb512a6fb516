/** Builds the chunker's part of the chunk cache key, so that a new chunker never reads old chunks. */

import type { ChunkBudget } from '../../core/code/chunk.ts';
import type { Parser } from '../../ports/parser.ts';
import type { SecretScanner } from '../../ports/secret-scanner.ts';
import { naiveChunkLength } from './split-by-length.ts';

/** Increment this whenever the same text would produce different chunks, descriptions, symbols or references. */
const chunkerVersion = 'chunker-10';

/** Includes the secret scanner's version, because the chunker sees the masked text. */
export function chunkerKey(
  parser: Pick<Parser, 'version'>,
  secretScanner: Pick<SecretScanner, 'version'>,
  { minTokens, maxTokens, chunking = 'syntax' }: ChunkBudget,
): string {
  const chunkingKey = chunking === 'syntax' ? `${minTokens}-${maxTokens}` : `${chunking}-${naiveChunkLength}`;
  return [chunkerVersion, chunkingKey, parser.version, secretScanner.version].join('.');
}
