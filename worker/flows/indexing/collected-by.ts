/**
 * What shapes the list of a snapshot's files and their contents, as one word: two snapshots of one word and one commit are the same. An
 * unchanged file is taken over from the state before only where its word is the same.
 */

import { sha256 } from '../../core/hash.ts';
import { chunkerKey } from '../../ingestion/chunker-version.ts';
import type { Services } from '../services.ts';

export async function collectedBy(
  { build, settings, parser, secretScanner }: Services,
  subdirectory: string | undefined,
): Promise<string> {
  const { limits, ignore, chunk } = settings;
  const shaped = [
    build,
    chunkerKey(parser, secretScanner, chunk),
    ignore,
    limits.maxFileBytes,
    subdirectory ?? '',
  ];
  return (await sha256(JSON.stringify(shaped))).slice(0, 32);
}
