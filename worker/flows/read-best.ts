/** The best of a ranking, read: what is shown, and what the question is judged by. */

import type { SnapshotKey } from '../core/repository.ts';
import type { FoldedSpan } from '../retrieval/fold-copies.ts';
import { readPassages } from '../retrieval/read-passages.ts';
import type { FoundSpan } from './retrieve.ts';
import type { Services } from './services.ts';

/** Spans judged, and so read even when fewer are asked for. */
const mostJudged = 8;
/** Documents below them that are judged too. */
const furtherDocuments = 2;

/**
 * As many of the first spans as are asked for; and what is judged, which are always the same: the first, and documents below them,
 * which stand below sources that match as well, but what they say the repository holds.
 */
export async function readBest(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  key: SnapshotKey,
  ranked: readonly FoldedSpan[],
  count: number,
): Promise<{ readonly spans: readonly FoundSpan[]; readonly judged: readonly FoundSpan[] }> {
  const first = ranked.slice(0, Math.max(count, mostJudged));
  const below = ranked
    .slice(mostJudged)
    .filter(({ chunk }) => chunk.role === 'docs')
    .slice(0, furtherDocuments);
  const wanted = [...new Set([...first, ...below])];
  const read = await readPassages(chunkStore, key, wanted);
  const of = (some: readonly FoldedSpan[]): readonly FoundSpan[] => {
    const chosen = new Set(some);
    return read.filter(({ ranked: one }) => chosen.has(one));
  };
  return { spans: of(first), judged: [...of(below), ...of(ranked.slice(0, mostJudged))] };
}
