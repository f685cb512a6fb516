/**
 * Retrieves ranked spans for a question: candidates from keywords, vectors and definitions, with their features.
 */

import type { Question } from '../../core/answers/question.ts';
import type { Settings } from '../../core/settings.ts';
import { extractTerms } from '../../core/text/terms.ts';
import type { ChunkRow, ChunkStore, SymbolRow } from '../../ports/chunk-store.ts';
import type { TextHit, TextIndex } from '../../ports/text-index.ts';
import type { DenseSearch, VectorHit, VectorKey } from '../../ports/vector-index.ts';
import { embedQueries } from './embed-queries.ts';
import { definitionCertainty, findDefinitions } from './find-definitions.ts';
import { findPhrases, type PhraseMatches } from './find-phrases.ts';
import type { VectorSimilarity } from '../confidence/assess-confidence.ts';
import { rankSpans, type RankedSpan, type Ranker } from '../ranking/rank-spans.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { describeCandidates } from '../ranking/describe-candidates.ts';
import type { Fusion } from '../ranking/fuse-lists.ts';
import { readTermStatistics, searchTerms, weighTerms, type TermStatistics } from './search-terms.ts';

export interface RetrievalTools {
  readonly settings: Settings;
  readonly textIndex: TextIndex;
  readonly chunkStore: ChunkStore;
  /** Undefined where the deployment embeds nothing. */
  readonly dense: DenseSearch | undefined;
}

export interface RetrievalScope {
  readonly key: VectorKey;
  /** Chunks in all, for how telling a word is. */
  readonly chunks: number;
  /** Paths to look in; undefined for all. */
  readonly paths: readonly string[] | undefined;
  /** Candidates will be sifted by kind afterwards, so more of them are wanted. */
  readonly isSifted: boolean;
}

/** How the ranking is made; what it is without a part tells what the part is worth. */
export interface RankingChoice {
  readonly fusion: Fusion;
  readonly ranker: Ranker;
  readonly without: readonly ('lexical' | 'dense')[];
}

export interface Retrieved extends TermStatistics {
  readonly spans: readonly RankedSpan[];
  /** Definitions of names asked for, the likeliest first. */
  readonly definitions: readonly SymbolRow[];
  /** Of the texts looked for word for word, those that stand anywhere. */
  readonly heldWordings: ReadonlySet<string>;
  /** How near the nearest chunks are, and in which space; undefined where no vectors were compared. */
  readonly nearness?: VectorSimilarity | undefined;
  /** Why words alone were searched where vectors were to be searched too; undefined where they were. */
  readonly note?: string | undefined;
}

export const columnWeights = { path: 3, symbols: 5, prose: 1.5, code: 1 } as const;
/** What each list counts when they are fused. */
const listShare = { lexical: 0.5, dense: 0.5 } as const;
/** How many times the candidates when only some kinds of them are wanted. */
const siftedTimes = 10;
/** Spans looked at because they hold a name written as code. */
const holdersOfName = 30;
/** Definitions of one name that are looked at as spans. */
const maxDefinitions = 12;

/** Candidates one search is to give. */
export function candidateLimit({ settings }: RetrievalTools, { isSifted }: RetrievalScope): number {
  return settings.retrieval.candidates * (isSifted ? siftedTimes : 1);
}

export async function retrieveSpans(
  tools: RetrievalTools,
  scope: RetrievalScope,
  question: Question,
  choice: RankingChoice,
): Promise<Retrieved> {
  const { key } = scope;
  const [terms, definitions, wordings, { near, note }] = await Promise.all([
    readTermStatistics(tools.textIndex, key, question.terms),
    findDefinitions(tools.chunkStore, scope, question),
    findPhrases(tools.textIndex, scope, question.wordings),
    searchByMeaning(tools, scope, question, choice),
  ]);
  const [found, defining] = await Promise.all([
    searchByWords(tools, scope, { question, terms, wordings, choice }),
    tools.chunkStore.chunksAt(
      key,
      definitions.slice(0, maxDefinitions).map((symbol) => ({ path: symbol.path, line: symbol.nameLine })),
    ),
  ]);
  const candidates = candidatesOf(question, found, { definitions, defining });
  const all = await withSimilarities(tools, key, candidates, isBareName(question, terms) ? undefined : near);
  const described = describeCandidates(question, all, {
    weights: weighTerms(question.terms, terms.frequencies, scope.chunks),
    fusion: choice.fusion,
    share: listShare,
  });
  const spans = rankSpans(question, described, choice.ranker);
  const nearness =
    near &&
    measureVectorSimilarity(
      tools,
      question,
      near.hits,
      all.map(({ chunk }) => chunk),
    );
  return { spans, definitions, nearness, note, heldWordings: wordings.held, ...terms };
}

interface FoundByWords {
  readonly hits: readonly TextHit[];
  readonly holding: readonly TextHit[];
}

async function searchByWords(
  tools: RetrievalTools,
  scope: RetrievalScope,
  {
    question,
    terms,
    wordings,
    choice,
  }: { question: Question; terms: TermStatistics; wordings: PhraseMatches; choice: RankingChoice },
): Promise<FoundByWords> {
  if (choice.without.includes('lexical')) return { hits: [], holding: [] };
  const names = question.identifiers
    .flatMap((name) => wholeForm(name))
    .filter((form) => terms.presentForms.has(form));
  const search = (terms: readonly string[], limit: number): Promise<readonly TextHit[]> =>
    tools.textIndex.search(scope.key, { terms, weights: columnWeights, limit, paths: scope.paths });
  const [hits, holding] = await Promise.all([
    search(searchTerms(question.terms, terms.frequencies, scope.chunks), candidateLimit(tools, scope)),
    names.length === 0 ? [] : search(names, holdersOfName),
  ]);
  return { hits, holding: [...holding, ...wordings.holding] };
}

interface FoundByMeaning {
  readonly vector: Float32Array;
  readonly hits: readonly VectorHit[];
}

async function searchByMeaning(
  tools: RetrievalTools,
  scope: RetrievalScope,
  question: Question,
  choice: RankingChoice,
): Promise<{ readonly near: FoundByMeaning | undefined; readonly note: string | undefined }> {
  const { dense } = tools;
  if (dense === undefined || choice.without.includes('dense')) return { near: undefined, note: undefined };
  const { text } = question;
  const searchesWords = !choice.without.includes('lexical');
  const { vectors, note } = await embedQueries(dense.embedder, [text], { searchesWords });
  const vector = vectors.get(text);
  if (vector === undefined) return { near: undefined, note };
  const limit = Math.min(dense.vectorIndex.maxHits, candidateLimit(tools, scope));
  const hits = await dense.vectorIndex.search(scope.key, {
    vector,
    modality: 'either',
    limit,
    paths: scope.paths,
  });
  return { near: { vector, hits }, note };
}

/**
 * A test that speaks of something does not make the repository hold it, so tests are left out unless they are asked for.
 * @param hits what is near the question in either modality, the nearest first
 * @param chunks those of the hits at least, for which of them are tests
 */
export function measureVectorSimilarity(
  { dense }: RetrievalTools,
  question: Question,
  hits: readonly VectorHit[],
  chunks: readonly ChunkRow[],
): VectorSimilarity | undefined {
  // A state that was embedded in another space has nothing near: that tells nothing of what it holds.
  if (dense === undefined || hits.length === 0) return undefined;
  const tests = new Set(chunks.filter(({ role }) => role === 'test').map(({ key }) => key));
  const counted = question.asksForTests ? hits : hits.filter(({ key }) => !tests.has(key));
  return { space: dense.embedder.space.name, similarities: counted.map(({ similarity }) => similarity) };
}

/** A word or two that are nowhere are a name more than a meaning: what is near them would only be noise. */
function isBareName(question: Question, { presentForms: presentForms }: TermStatistics): boolean {
  return !question.isOverview && question.terms.length <= 2 && presentForms.size === 0;
}

/** Adds what only vectors found, and to what words found how near it is. */
async function withSimilarities(
  { dense, chunkStore }: RetrievalTools,
  key: VectorKey,
  candidates: readonly Candidate[],
  near: FoundByMeaning | undefined,
): Promise<readonly Candidate[]> {
  if (near === undefined || dense === undefined) return candidates;
  const similarities = new Map(near.hits.map((hit) => [hit.key, hit.similarity]));
  const known = new Set(candidates.map((one) => one.chunk.key));
  const unscored = [...known].filter((one) => !similarities.has(one));
  const [more, chunks] = await Promise.all([
    dense.vectorIndex.similarities(key, { vector: near.vector, modality: 'either' }, unscored),
    chunkStore.chunksByKey(
      key,
      near.hits.map((hit) => hit.key).filter((one) => !known.has(one)),
    ),
  ]);
  const added = chunks.map((chunk): Candidate => ({ chunk, bm25: 0, defines: 0 }));
  return [...candidates, ...added].map((one) => ({
    ...one,
    similarity: similarities.get(one.chunk.key) ?? more.get(one.chunk.key),
  }));
}

/** The term a name written as code has as a whole, without what qualifies it. */
function wholeForm(name: string): readonly string[] {
  return extractTerms(name.split('.').at(-1) ?? name).slice(0, 1);
}

function candidatesOf(
  question: Question,
  found: FoundByWords,
  named: { readonly definitions: readonly SymbolRow[]; readonly defining: readonly ChunkRow[] },
): readonly Candidate[] {
  const holders = new Set(found.holding.map((hit) => hit.key));
  const candidates = new Map<number, Candidate>();
  for (const chunk of named.defining)
    candidates.set(chunk.key, { chunk, bm25: 0, defines: certaintyAt(question, chunk, named.definitions) });
  // Scores of the two searches are of different queries: a span found by the name alone has none of the question's.
  for (const { score, ...chunk } of [...found.holding.map((hit) => ({ ...hit, score: 0 })), ...found.hits])
    candidates.set(chunk.key, {
      chunk,
      bm25: score,
      defines: candidates.get(chunk.key)?.defines ?? 0,
      holdsName: holders.has(chunk.key),
    });
  return [...candidates.values()];
}

/** How sure that a definition which begins in the chunk is meant. */
function certaintyAt(question: Question, chunk: ChunkRow, definitions: readonly SymbolRow[]): number {
  const begun = definitions.filter(
    ({ path, nameLine }) => path === chunk.path && nameLine >= chunk.startLine && nameLine <= chunk.endLine,
  );
  return Math.max(0, ...begun.map((symbol) => definitionCertainty(question, symbol)));
}
