/**
 * Computes a fingerprint of everything besides the commit that determines a snapshot's files and their contents. Unchanged files are
 * carried over from an earlier snapshot only if its fingerprint is the same.
 */

import { sha256 } from '../../core/text/hash.ts';
import { chunkerKey } from '../../ingestion/chunks/chunker-version.ts';
import type { Services } from '../services.ts';

export async function collectionFingerprint(
  { build, settings, parser, secretScanner }: Services,
  { subdirectory, scope }: { readonly subdirectory: string | undefined; readonly scope: string },
): Promise<string> {
  const { limits, ignore, chunk } = settings;
  const inputs = [
    build,
    chunkerKey(parser, secretScanner, chunk),
    ignore,
    limits.maxFileBytes,
    subdirectory ?? '',
    scope,
  ];
  return (await sha256(JSON.stringify(inputs))).slice(0, 32);
}
