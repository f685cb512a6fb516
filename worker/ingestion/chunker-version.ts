/** Which chunker made a chunk: part of the key under which chunks are cached, so that a new one never reads old ones. */

import type { ChunkBudget } from '../core/chunk.ts';
import type { Parser } from '../ports/parser.ts';
import type { SecretScanner } from '../ports/secret-scanner.ts';
import { naiveLength } from './cut-naively.ts';

/** Raised whenever the same text would be cut or described differently, or other facts were read from it. */
const chunkerVersion = 'chunker-8';

/** The scanner's version counts too: what is masked is not what is parsed. */
export function chunkerKey(
  parser: Pick<Parser, 'version'>,
  secretScanner: Pick<SecretScanner, 'version'>,
  { minTokens, maxTokens, chunking = 'syntax' }: ChunkBudget,
): string {
  const cut = chunking === 'syntax' ? `${minTokens}-${maxTokens}` : `${chunking}-${naiveLength}`;
  return [chunkerVersion, cut, parser.version, secretScanner.version].join('.');
}
