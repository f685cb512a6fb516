/**
 * Puts the document that opens the repository, such as a README, first for a question about the whole repository. Such a question has no
 * specific terms, so other spans match only by chance.
 */

import type { Question } from '../../../core/answers/question.ts';
import type { SnapshotKey } from '../../../core/repositories/repository.ts';
import type { ChunkRow, ChunkStore, FileRow } from '../../../ports/chunk-store.ts';
import { findOverviewFiles } from '../../../retrieval/search/overview-files.ts';
import type { RankedSpan } from '../../../retrieval/ranking/rank-spans.ts';
import type { RetrievalScope } from '../../../retrieval/search/retrieve-spans.ts';
import type { Services } from '../../services.ts';

/** Maximum chunks of the document that come first. Its other chunks keep their position. */
const maxPromoted = 2;

/**
 * A promoted chunk gets the score of the first span, or 1, and `opening` among its scores.
 * @param files all files of the snapshot
 * @returns the spans unchanged for a question about a part of the repository
 */
export async function promoteOpening(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  { key, paths }: Pick<RetrievalScope, 'key' | 'paths'>,
  {
    question,
    files,
    spans,
  }: {
    readonly question: Pick<Question, 'isOverview'>;
    readonly files: readonly FileRow[];
    readonly spans: readonly RankedSpan[];
  },
): Promise<readonly RankedSpan[]> {
  if (!question.isOverview) return spans;
  const allowedPaths = paths === undefined ? undefined : new Set(paths);
  const [document] = findOverviewFiles(
    files.filter(({ path }) => allowedPaths?.has(path) !== false),
    1,
  );
  const chunks = (await readOpeningChunks(chunkStore, key, document)).slice(0, maxPromoted);
  const found = new Map(spans.map((span) => [span.chunk.key, span]));
  const score = spans[0]?.score ?? 1;
  const promoted = chunks.map((chunk): RankedSpan => {
    const span = found.get(chunk.key);
    return { ...span, chunk, score, scores: { ...span?.scores, opening: score } };
  });
  const promotedKeys = new Set(promoted.map(({ chunk }) => chunk.key));
  return [...promoted, ...spans.filter(({ chunk }) => !promotedKeys.has(chunk.key))];
}

/** Lines at the beginning of a README that are read. */
const openingLines = 60;

/** Reads the first chunks of the document that opens a repository. @param document undefined if the repository is empty */
export async function readOpeningChunks(
  chunkStore: Pick<ChunkStore, 'chunksAt'>,
  key: SnapshotKey,
  document: FileRow | undefined,
): Promise<readonly ChunkRow[]> {
  if (document === undefined) return [];
  const lines = Array.from({ length: Math.min(document.lines, openingLines) }, (_, index) => index + 1);
  return chunkStore.chunksAt(
    key,
    lines.map((line) => ({ path: document.path, line })),
  );
}
