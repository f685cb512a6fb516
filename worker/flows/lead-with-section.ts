/**
 * Where documents lead the passages found: the section that answers best comes first. A ranking tells which pages are about what was asked,
 * by all a piece holds; which section of them says it is told by its sentences, and may be one beside the piece that was found.
 */

import { bestStatement } from '../answering/best-statement.ts';
import { isProse } from '../answering/compose-answer.ts';
import { maskText } from '../core/mask-text.ts';
import { holdsWord, type Question } from '../core/question.ts';
import type { SnapshotKey } from '../core/repository.ts';
import { termsOf } from '../core/terms.ts';
import type { ChunkRow, ChunkStore } from '../ports/chunk-store.ts';
import type { FoundPassage } from './gather-material.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { Finding } from './retrieve.ts';

/** Pages whose other sections are looked at, and how many on either side. */
const mostPages = 3;
const mostBeside = 15;
/** What a place in the ranking counts for beside what a section says. */
const byRank = 0.45;
/** Of the standing of the piece that was found, for those beside it. */
const besideShare = 0.85;
const nearlyAll = 0.9;

type FoundFor = Pick<Finding, 'question'> & { readonly retrieved: Pick<Finding['retrieved'], 'frequencies'> };

/** The passages, with the section that answers best before all others; as they are where code leads them. */
export async function leadWithSection(
  { chunkStore }: { readonly chunkStore: Pick<ChunkStore, 'chunksByKey'> },
  { key }: Pick<ResolvedSnapshot, 'key'>,
  {
    finding: { question, retrieved },
    passages,
  }: { readonly finding: FoundFor; readonly passages: readonly FoundPassage[] },
): Promise<readonly FoundPassage[]> {
  const [first] = passages;
  if (first === undefined || !isProse(first.chunk)) return passages;
  const weight = (word: string): number => 1 / (1 + (retrieved.frequencies.get(word) ?? 0));
  const prose = passages.filter(({ chunk }) => isProse(chunk));
  const beside = await sectionsBeside(chunkStore, key, prose);
  let best = { passage: first, standing: 0 };
  for (const passage of [...prose, ...beside]) {
    const { raw, masks, startOffset, metadata } = passage.chunk;
    const span = { text: maskText(raw, masks, startOffset), headings: metadata.headings ?? [] };
    const said = bestStatement(question, span, weight);
    // One that no ranking found must speak of what was asked in its headings, or hold nearly all of it.
    const isFound = prose.includes(passage) || speaksOf(question, span.headings);
    if (said === undefined || (!isFound && said.held < nearlyAll)) continue;
    const standing = said.score * (1 - byRank + byRank * passage.score);
    if (standing > best.standing) best = { passage, standing };
  }
  return [best.passage, ...passages.filter((one) => one !== best.passage)];
}

function speaksOf({ terms }: Question, headings: readonly string[]): boolean {
  const held = new Set(headings.flatMap((heading) => termsOf(heading)));
  return terms.some((term) => holdsWord(held, term));
}

/** Sections of the pages of the first passages that were not found themselves. */
async function sectionsBeside(
  chunkStore: Pick<ChunkStore, 'chunksByKey'>,
  key: SnapshotKey,
  prose: readonly FoundPassage[],
): Promise<readonly FoundPassage[]> {
  const pages = new Map<string, FoundPassage>();
  for (const passage of prose)
    if (pages.size < mostPages && !pages.has(passage.chunk.path)) pages.set(passage.chunk.path, passage);
  const chunks = await chunkStore.chunksByKey(
    key,
    [...pages.values()].flatMap(({ chunk }) => keysAround(chunk)),
  );
  const known = new Set(prose.map(({ chunk }) => chunk.key));
  return chunks.flatMap((chunk) => {
    const page = pages.get(chunk.path);
    // A piece cut within a line is told by its whole lines, which are not at hand.
    if (page === undefined || known.has(chunk.key) || chunk.sharesLine === true) return [];
    return [{ chunk, score: Math.round(page.score * besideShare * 1000) / 1000 }];
  });
}

/** Pieces of a file have keys one after the other; others that have the same are sifted out by their path. */
function keysAround({ key, ordinal }: ChunkRow): readonly number[] {
  const before = Math.min(ordinal, mostBeside);
  return Array.from({ length: before + 1 + mostBeside }, (_, index) => key - before + index);
}
