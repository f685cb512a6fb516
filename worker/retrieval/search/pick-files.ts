/**
 * Picks likely files by path, definitions and headings, and by centrality in the graph. Uses one keyword search
 * and reads no files.
 */

import type { Question } from '../../core/answers/question.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { TextHit, TextIndex } from '../../ports/text-index.ts';
import { logScale } from '../ranking/measures.ts';
import { createWordCoverage } from '../ranking/word-coverage.ts';
import type { RetrievalScope } from './retrieve-spans.ts';
import { searchTerms, weighTerms, type TermStatistics } from './search-terms.ts';

export interface PickedFile {
  readonly path: string;
  /** How likely it is meant: the share of the question's weight its entry holds, by how central it is; 0 to 1. */
  readonly share: number;
  /** The piece of it that speaks most for it. */
  readonly chunk: ChunkRow;
}

/** The map alone: text and documentation count nothing. */
const mapWeights = { path: 3, symbols: 5, prose: 0, code: 0 } as const;
/** Pieces of files looked at; more where only some kinds of them are wanted. */
const mostEntries = 300;
const mostSifted = 1_000;
const mostFiles = 10;
/** Names of one file that are looked at, in characters: names come from strangers. */
const longestEntry = 4_000;

/**
 * The likeliest first; none for a question without words that matter.
 * @param wanted what is known of its words, and the kinds of chunk and roles of file filtered for: any where none is named
 */
export async function pickFiles(
  { textIndex }: { readonly textIndex: Pick<TextIndex, 'search'> },
  scope: RetrievalScope,
  question: Question,
  { frequencies, kinds = [] }: TermStatistics & { readonly kinds?: readonly string[] },
): Promise<readonly PickedFile[]> {
  const hits = await textIndex.search(scope.key, {
    terms: searchTerms(question.terms, frequencies, scope.chunks),
    weights: mapWeights,
    limit: kinds.length === 0 ? mostEntries : mostSifted,
    paths: scope.paths,
  });
  const shares = createWordCoverage(question, weighTerms(question.terms, frequencies, scope.chunks));
  const isWanted = wantedPieces(question, kinds);
  return entriesOf(hits.filter((hit) => hit.score > 0 && isWanted(hit)))
    .map(({ chunk, names }) => ({
      path: chunk.path,
      chunk,
      share: shares.held(names) * ((1 + Math.min(1, logScale(chunk.fileRank, 100))) / 2),
    }))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share || (a.path < b.path ? -1 : 1))
    .slice(0, mostFiles);
}

/** Sources, and what else the question asks for; where kinds are filtered for, what is of them, though no test that nobody asked for. */
function wantedPieces(
  question: Question,
  kinds: readonly string[],
): (piece: Pick<ChunkRow, 'role' | 'kind'>) => boolean {
  const isAskedFor = (role: ChunkRow['role']): boolean =>
    role === 'source' ||
    (role === 'test' && question.asksForTests) ||
    (role === 'example' && question.asksForExamples);
  if (kinds.length === 0)
    return ({ role }) => isAskedFor(role) || (question.class === 'docs' && saysOfSources(role));
  return ({ role, kind }) =>
    kinds.includes(role) || (kinds.includes(kind) && (isAskedFor(role) || saysOfSources(role)));
}

function saysOfSources(role: ChunkRow['role']): boolean {
  return role === 'docs' || role === 'config';
}

interface MapEntry {
  readonly chunk: ChunkRow;
  /** Its path and the names in its pieces that hold a word of the question. */
  readonly names: string;
}

/** One entry a file, with the best of its pieces. @param hits best first */
function entriesOf(hits: readonly TextHit[]): readonly MapEntry[] {
  const entries = new Map<string, { readonly chunk: ChunkRow; names: string }>();
  for (const { score: _, ...chunk } of hits) {
    const entry = entries.get(chunk.path) ?? { chunk, names: chunk.path };
    entries.set(chunk.path, entry);
    if (entry.names.length > longestEntry) continue;
    const { defines, headings = [] } = chunk.metadata;
    entry.names = [entry.names, chunk.symbol ?? '', ...defines, ...headings].join(' ');
  }
  return [...entries.values()];
}
