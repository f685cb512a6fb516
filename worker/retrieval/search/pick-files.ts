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
import { selectSearchTerms, weighTerms, type TermStatistics } from './search-terms.ts';

export interface PickedFile {
  readonly path: string;
  /** How likely the question is about the file, 0 to 1: the fraction of its weight in the file's entry, scaled by centrality. */
  readonly likelihood: number;
  /** The best chunk of the file. */
  readonly chunk: ChunkRow;
}

/** Column weights: only paths and names are searched, not text and documentation. */
const mapWeights = { path: 3, symbols: 5, prose: 0, code: 0 } as const;
/** Maximum number of chunks read, without and with a filter by kind. */
const maxEntries = 300;
const maxFilteredEntries = 1_000;
const maxFiles = 10;
/** Maximum characters of names per file, because names are untrusted. */
const maxEntryLength = 4_000;

/**
 * Picks files, most likely first. Returns none for a question without content words.
 * @param frequencies how many chunks contain each word; `kinds` are the kinds of chunks and roles of files to keep, all if empty
 */
export async function pickFiles(
  { textIndex }: { readonly textIndex: Pick<TextIndex, 'search'> },
  scope: RetrievalScope,
  question: Question,
  { frequencies, presentForms, kinds = [] }: TermStatistics & { readonly kinds?: readonly string[] },
): Promise<readonly PickedFile[]> {
  const hits = await textIndex.search(scope.key, {
    terms: selectSearchTerms(question.terms, { frequencies, presentForms }, scope.chunks),
    weights: mapWeights,
    limit: kinds.length === 0 ? maxEntries : maxFilteredEntries,
    paths: scope.paths,
  });
  const coverage = createWordCoverage(question, weighTerms(question.terms, frequencies, scope.chunks));
  const isCandidate = createChunkFilter(question, kinds);
  return buildEntries(hits.filter((hit) => hit.score > 0 && isCandidate(hit)))
    .map(({ chunk, names }) => ({
      path: chunk.path,
      chunk,
      likelihood: coverage.coverTexts(names) * ((1 + Math.min(1, logScale(chunk.fileRank, 100))) / 2),
    }))
    .filter(({ likelihood }) => likelihood > 0)
    .toSorted((a, b) => b.likelihood - a.likelihood || (a.path < b.path ? -1 : 1))
    .slice(0, maxFiles);
}

/** Accepts sources and other roles that the question requests. With a filter, accepts matching chunks, except tests that are not requested. */
function createChunkFilter(
  question: Question,
  kinds: readonly string[],
): (piece: Pick<ChunkRow, 'role' | 'kind'>) => boolean {
  const isRequested = (role: ChunkRow['role']): boolean =>
    role === 'source' ||
    (role === 'test' && question.asksForTests) ||
    (role === 'example' && question.asksForExamples);
  if (kinds.length === 0)
    return ({ role }) => isRequested(role) || (question.class === 'docs' && describesSources(role));
  return ({ role, kind }) =>
    kinds.includes(role) || (kinds.includes(kind) && (isRequested(role) || describesSources(role)));
}

function describesSources(role: ChunkRow['role']): boolean {
  return role === 'docs' || role === 'config';
}

interface MapEntry {
  readonly chunk: ChunkRow;
  /** The file's path, and the names in its chunks that contain a word of the question. */
  readonly names: string;
}

/** Builds one entry per file with its best chunk. @param hits best first */
function buildEntries(hits: readonly TextHit[]): readonly MapEntry[] {
  const entries = new Map<string, { readonly chunk: ChunkRow; names: string }>();
  for (const { score: _, ...chunk } of hits) {
    const entry = entries.get(chunk.path) ?? { chunk, names: chunk.path };
    entries.set(chunk.path, entry);
    if (entry.names.length > maxEntryLength) continue;
    const { defines, headings = [] } = chunk.metadata;
    entry.names = [entry.names, chunk.symbol ?? '', ...defines, ...headings].join(' ');
  }
  return [...entries.values()];
}
