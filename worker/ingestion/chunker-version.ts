/** Which chunker made a chunk: part of the key under which chunks are cached, so that a new one never reads old ones. */

import type { ChunkBudget } from '../core/chunk.ts';
import type { Parser } from '../ports/parser.ts';
import type { SecretScanner } from '../ports/secret-scanner.ts';

/** Raised whenever the same text would be cut or described differently, or other facts were read from it. */
const chunkerVersion = 'chunker-5';

/** The scanner's version counts too: what is masked is not what is parsed. */
export function chunkerKey(
  parser: Pick<Parser, 'version'>,
  secretScanner: Pick<SecretScanner, 'version'>,
  { minTokens, maxTokens }: ChunkBudget,
): string {
  return [chunkerVersion, `${minTokens}-${maxTokens}`, parser.version, secretScanner.version].join('.');
}
