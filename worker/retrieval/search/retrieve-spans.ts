/**
 * Retrieves ranked spans for a question: candidates from keywords, vectors and definitions, with their features.
 */

import type { Question } from '../../core/answers/question.ts';
import type { Settings } from '../../core/settings.ts';
import { extractTerms } from '../../core/text/terms.ts';
import type { ChunkRow, ChunkStore, SymbolRow } from '../../ports/chunk-store.ts';
import type { TextHit, TextIndex } from '../../ports/text-index.ts';
import type { DenseSearch, VectorKey } from '../../ports/vector-index.ts';
import { definitionCertainty, findDefinitions } from './find-definitions.ts';
import { findPhrases, type PhraseMatches } from './find-phrases.ts';
import type { VectorSimilarity } from '../confidence/assess-confidence.ts';
import { rankSpans, type RankedSpan, type Ranker } from '../ranking/rank-spans.ts';
import type { Candidate } from '../ranking/candidate.ts';
import { describeCandidates } from '../ranking/describe-candidates.ts';
import type { Fusion } from '../ranking/fuse-lists.ts';
import { addSimilarities, measureVectorSimilarity, searchByMeaning } from './search-by-meaning.ts';
import { readTermStatistics, selectSearchTerms, weighTerms, type TermStatistics } from './search-terms.ts';

export interface RetrievalTools {
  readonly settings: Settings;
  readonly textIndex: TextIndex;
  readonly chunkStore: ChunkStore;
  /** Undefined if the deployment embeds nothing. */
  readonly dense: DenseSearch | undefined;
}

export interface RetrievalScope {
  readonly key: VectorKey;
  /** Total number of chunks, for the rarity of words. */
  readonly chunks: number;
  /** Paths to search; undefined for all. */
  readonly paths: readonly string[] | undefined;
  /** Whether candidates are filtered by kind afterwards, so that more of them are needed. */
  readonly isFilteredByKind: boolean;
}

/** How the ranking works. Evaluations exclude a list to measure its contribution. */
export interface RankingChoice {
  readonly fusion: Fusion;
  readonly ranker: Ranker;
  readonly without: readonly ('lexical' | 'dense')[];
}

export interface Retrieved extends TermStatistics {
  readonly spans: readonly RankedSpan[];
  /** Definitions of requested names, most likely first. */
  readonly definitions: readonly SymbolRow[];
  /** The searched phrases that occur anywhere. */
  readonly presentPhrases: ReadonlySet<string>;
  /** Similarities of the nearest chunks and their embedding space; undefined if no vectors were compared. */
  readonly nearness?: VectorSimilarity | undefined;
  /** Why only keywords were searched although vectors were requested; otherwise undefined. */
  readonly note?: string | undefined;
}

export interface RetrievedCandidates extends Retrieved {
  /** Ranks the same candidates with another ranker. */
  readonly rankBy: (ranker: Ranker) => readonly RankedSpan[];
}

export const columnWeights = { path: 3, symbols: 5, prose: 1.5, code: 1 } as const;
/** Weight of each list in the fusion. */
const listWeights = { lexical: 0.5, dense: 0.5 } as const;
/** Factor for the number of candidates if they are filtered by kind. */
const filterFactor = 10;
/** Maximum spans added because they contain a name written as code. */
const maxNameMatches = 30;
/** Maximum definitions that are added as spans. */
const maxDefinitions = 12;

/** Returns the number of candidates to request from one search. */
export function candidateLimit({ settings }: RetrievalTools, { isFilteredByKind }: RetrievalScope): number {
  return settings.retrieval.candidates * (isFilteredByKind ? filterFactor : 1);
}

export async function retrieveSpans(
  tools: RetrievalTools,
  scope: RetrievalScope,
  question: Question,
  choice: RankingChoice,
): Promise<RetrievedCandidates> {
  const { key } = scope;
  const [terms, definitions, wordings, { near, note }] = await Promise.all([
    readTermStatistics(tools.textIndex, key, question.terms),
    findDefinitions(tools.chunkStore, scope, question),
    findPhrases(tools.textIndex, scope, question.wordings),
    searchByMeaning(choice.without.includes('dense') ? undefined : tools.dense, scope, {
      text: question.text,
      limit: candidateLimit(tools, scope),
      searchesWords: !choice.without.includes('lexical'),
    }),
  ]);
  const comparedNear = isBareName(question, terms) ? undefined : near;
  // The nearest chunks are read together with the search by words, which then reads only its other hits.
  const [found, defining, nearest] = await Promise.all([
    searchByWords(tools, scope, { question, terms, wordings, choice }),
    tools.chunkStore.chunksAt(
      key,
      definitions.slice(0, maxDefinitions).map((symbol) => ({ path: symbol.path, line: symbol.nameLine })),
    ),
    tools.chunkStore.chunksByKey(
      key,
      (comparedNear?.hits ?? []).map((hit) => hit.key),
    ),
  ]);
  const candidates = mergeCandidates(question, found, { definitions, defining });
  const all = await addSimilarities(tools, key, candidates, { near: comparedNear, nearest });
  const described = describeCandidates(question, all, {
    weights: weighTerms(question.terms, terms.frequencies, scope.chunks),
    fusion: choice.fusion,
    listWeights,
  });
  const rankBy = (ranker: Ranker): readonly RankedSpan[] => rankSpans(question, described, ranker);
  const nearness =
    near &&
    measureVectorSimilarity(
      tools,
      question,
      near.hits,
      all.map(({ chunk }) => chunk),
    );
  return {
    spans: rankBy(choice.ranker),
    rankBy,
    definitions,
    nearness,
    note,
    presentPhrases: wordings.present,
    ...terms,
  };
}

interface KeywordMatches {
  readonly hits: readonly TextHit[];
  readonly nameMatches: readonly TextHit[];
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
): Promise<KeywordMatches> {
  if (choice.without.includes('lexical')) return { hits: [], nameMatches: [] };
  const names = question.identifiers
    .flatMap((name) => findWholeForm(name))
    .filter((form) => terms.presentForms.has(form));
  const search = (terms: readonly string[], limit: number): Promise<readonly TextHit[]> =>
    tools.textIndex.search(scope.key, { terms, weights: columnWeights, limit, paths: scope.paths });
  const [hits, nameMatches] = await Promise.all([
    search(selectSearchTerms(question.terms, terms, scope.chunks), candidateLimit(tools, scope)),
    names.length === 0 ? [] : search(names, maxNameMatches),
  ]);
  return { hits, nameMatches: [...nameMatches, ...wordings.chunks] };
}

/** Returns the whole term of a name written as code, without its qualifier. */
function findWholeForm(name: string): readonly string[] {
  return extractTerms(name.split('.').at(-1) ?? name).slice(0, 1);
}

function mergeCandidates(
  question: Question,
  found: KeywordMatches,
  definitionMatches: { readonly definitions: readonly SymbolRow[]; readonly defining: readonly ChunkRow[] },
): readonly Candidate[] {
  const nameMatchKeys = new Set(found.nameMatches.map((hit) => hit.key));
  const candidates = new Map<number, Candidate>();
  for (const chunk of definitionMatches.defining)
    candidates.set(chunk.key, {
      chunk,
      bm25: 0,
      defines: findCertainty(question, chunk, definitionMatches.definitions),
    });
  // The two searches have different queries, so a span found only by name has no score for the question.
  for (const { score, ...chunk } of [
    ...found.nameMatches.map((hit) => ({ ...hit, score: 0 })),
    ...found.hits,
  ])
    candidates.set(chunk.key, {
      chunk,
      bm25: score,
      defines: candidates.get(chunk.key)?.defines ?? 0,
      containsName: nameMatchKeys.has(chunk.key),
    });
  return [...candidates.values()];
}

/** Returns how certain it is that the question refers to a definition that starts in this chunk. */
function findCertainty(question: Question, chunk: ChunkRow, definitions: readonly SymbolRow[]): number {
  const starting = definitions.filter(
    ({ path, nameLine }) => path === chunk.path && nameLine >= chunk.startLine && nameLine <= chunk.endLine,
  );
  return Math.max(0, ...starting.map((symbol) => definitionCertainty(question, symbol)));
}

/** Whether the question is only one or two unknown words. They are probably a name, so their nearest chunks would be noise. */
function isBareName(question: Question, { presentForms }: TermStatistics): boolean {
  return !question.isOverview && question.terms.length <= 2 && presentForms.size === 0;
}
