/**
 * Puts the section that answers best first, if the first passage is a document. The ranking finds the right page by whole chunks. The
 * answering sentence may be in a section next to the chunk that was found, so the sentences of adjacent sections are compared too.
 */

import { bestStatement } from '../../../answering/compose/best-statement.ts';
import { isProse } from '../../../answering/compose/compose-answer.ts';
import type { PlannedPassage } from '../../../answering/compose/plan-evidence.ts';
import { containsWord, type Question } from '../../../core/answers/question.ts';
import type { SnapshotKey } from '../../../core/repositories/repository.ts';
import { maskText } from '../../../core/text/mask-text.ts';
import { extractTerms } from '../../../core/text/terms.ts';
import type { ChunkRow, ChunkStore } from '../../../ports/chunk-store.ts';
import type { Finding } from '../../search/find-spans/finding.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';

/** Maximum pages whose adjacent sections are read, and maximum sections on either side. */
const maxPages = 3;
const maxAdjacent = 15;
/** Weight of the ranking relative to the content of a section. */
const rankWeight = 0.45;
/** An adjacent section gets this fraction of the found chunk's score. */
const adjacentFraction = 0.85;
const minCoverage = 0.9;

type SectionFinding = Pick<Finding, 'question'> & {
  readonly retrieved: Pick<Finding['retrieved'], 'frequencies'>;
};

/** @returns the passages with the best section first; unchanged if the first passage is code */
export async function promoteBestSection(
  { chunkStore }: { readonly chunkStore: Pick<ChunkStore, 'chunksByKey'> },
  { key }: Pick<ResolvedSnapshot, 'key'>,
  {
    finding: { question, retrieved },
    passages,
  }: { readonly finding: SectionFinding; readonly passages: readonly PlannedPassage[] },
): Promise<readonly PlannedPassage[]> {
  const [first] = passages;
  if (first === undefined || !isProse(first.chunk)) return passages;
  const weight = (word: string): number => 1 / (1 + (retrieved.frequencies.get(word) ?? 0));
  const prose = passages.filter(({ chunk }) => isProse(chunk));
  const adjacent = await readAdjacentSections(chunkStore, key, prose);
  let best = { passage: first, score: 0 };
  for (const passage of [...prose, ...adjacent]) {
    const { raw, masks, startOffset, metadata } = passage.chunk;
    const span = { text: maskText(raw, masks, startOffset), headings: metadata.headings ?? [] };
    const statement = bestStatement(question, span, weight);
    // A section outside the ranking must mention the topic in its headings, or contain nearly all terms.
    const isRelevant = prose.includes(passage) || mentionsTerms(question, span.headings);
    if (statement === undefined || (!isRelevant && statement.coverage < minCoverage)) continue;
    const score = statement.score * (1 - rankWeight + rankWeight * passage.score);
    if (score > best.score) best = { passage, score };
  }
  return [best.passage, ...passages.filter((passage) => passage !== best.passage)];
}

function mentionsTerms({ terms }: Question, headings: readonly string[]): boolean {
  const words = new Set(headings.flatMap((heading) => extractTerms(heading)));
  return terms.some((term) => containsWord(words, term));
}

/** Reads sections of the first pages that the search did not return. */
async function readAdjacentSections(
  chunkStore: Pick<ChunkStore, 'chunksByKey'>,
  key: SnapshotKey,
  prose: readonly PlannedPassage[],
): Promise<readonly PlannedPassage[]> {
  const pages = new Map<string, PlannedPassage>();
  for (const passage of prose)
    if (pages.size < maxPages && !pages.has(passage.chunk.path)) pages.set(passage.chunk.path, passage);
  const chunks = await chunkStore.chunksByKey(
    key,
    [...pages.values()].flatMap(({ chunk }) => listAdjacentKeys(chunk)),
  );
  const known = new Set(prose.map(({ chunk }) => chunk.key));
  return chunks.flatMap((chunk) => {
    const page = pages.get(chunk.path);
    // A chunk that splits a line cannot be quoted, since its complete lines are not available.
    if (page === undefined || known.has(chunk.key) || chunk.sharesLine === true) return [];
    return [{ chunk, score: Math.round(page.score * adjacentFraction * 1000) / 1000 }];
  });
}

/** Chunks of a file have consecutive keys. The caller filters out chunks of other files by path. */
function listAdjacentKeys({ key, ordinal }: ChunkRow): readonly number[] {
  const before = Math.min(ordinal, maxAdjacent);
  return Array.from({ length: before + 1 + maxAdjacent }, (_, index) => key - before + index);
}
