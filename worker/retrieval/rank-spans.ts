/**
 * Candidates to a ranking: BM25 first, then what the index knows besides it. Every share of a score is kept by name, so
 * that a reader can see why a span is where it is.
 */

import type { FileRole } from '../core/file.ts';
import { holdsWord, type Question } from '../core/question.ts';
import { termsOf } from '../core/terms.ts';
import type { ChunkRow } from '../ports/chunk-store.ts';

export interface Candidate {
  readonly chunk: ChunkRow;
  /** BM25, 0 where the chunk came in another way. */
  readonly bm25: number;
  /** It begins the definition of a name asked for: how sure that this name is meant, 0 to 1. */
  readonly defines: number;
  /** It holds a name the question writes as code, whole. */
  readonly holdsName?: boolean;
}

export interface RankedSpan {
  readonly chunk: ChunkRow;
  readonly score: number;
  /** Shares that add up to the score; `role` is the factor in each of them, `decay` the one over all. */
  readonly scores: Readonly<Record<string, number>>;
  /** How the graph led to it from a better span, step by step; undefined for what was found by its words. */
  readonly relations?: readonly string[];
}

/** Chosen on development cases of eight repositories; see the decision record on ranking. */
const weights = {
  definition: 1.2,
  name: 0.6,
  path: 0.5,
  symbol: 0.25,
  coherence: 0.2,
  /** Further chunks of a file that add to its best. */
  coherentChunks: 5,
  /** Each further chunk of one file counts this much less. */
  decay: 0.9,
} as const;

const roleFactor = {
  source: 1,
  config: 0.5,
  docs: 0.4,
  example: 0.35,
  test: 0.3,
  translation: 0.1,
} as const satisfies Record<FileRole, number>;

export function rankSpans(question: Question, candidates: readonly Candidate[]): readonly RankedSpan[] {
  const best = candidates.reduce((max, candidate) => Math.max(max, candidate.bm25), 0) || 1;
  const scored = candidates.map((candidate) => scoreOf(question, candidate, best));
  const coherent = coherenceByFile(scored);
  const ranked = scored
    .map((span) => addShare(span, 'coherence', coherent.get(span.chunk.path) ?? 0))
    .sort((a, b) => b.score - a.score || a.chunk.key - b.chunk.key);
  return decayed(ranked);
}

function scoreOf(
  question: Question,
  { chunk, bm25, defines, holdsName }: Candidate,
  best: number,
): RankedSpan {
  const factor = factorOf(question, chunk);
  const shares = {
    bm25: bm25 / best,
    definition: weights.definition * defines,
    name: holdsName === true ? weights.name : 0,
    path: weights.path * shareOfPath(question, chunk.path),
    symbol: weights.symbol * shareOfNames(question, chunk),
  };
  const scores = Object.fromEntries(
    Object.entries(shares).map(([name, share]) => [name, rounded(share * factor)]),
  );
  return {
    chunk,
    scores: { ...scores, role: factor },
    score: (shares.bm25 + shares.definition + shares.name + shares.path + shares.symbol) * factor,
  };
}

function factorOf(question: Question, chunk: ChunkRow): number {
  if (question.asksForTests && chunk.role === 'test') return 1;
  if (question.asksForExamples && chunk.role === 'example') return 1;
  if (question.class === 'docs' && (chunk.role === 'docs' || chunk.role === 'config'))
    return chunk.role === 'docs' ? 1.5 : 0.8;
  return roleFactor[chunk.role];
}

/** Share of the question's words that stand in the file's name (whole weight) or its folders (half). */
function shareOfPath(question: Question, path: string): number {
  const slash = path.lastIndexOf('/');
  const name = new Set(termsOf(path.slice(slash + 1).replace(/\.[^.]+$/, '')));
  const folders = new Set(termsOf(path.slice(0, Math.max(0, slash))));
  const found = question.terms.reduce((sum, term) => {
    if (holdsWord(name, term)) return sum + 1;
    return holdsWord(folders, term) ? sum + 0.5 : sum;
  }, 0);
  return found / Math.max(1, question.terms.length);
}

/** Share of the question's words that stand in names the chunk defines or lies in. */
function shareOfNames(question: Question, chunk: ChunkRow): number {
  const names = new Set(termsOf([chunk.symbol ?? '', ...chunk.metadata.defines].join(' ')));
  const found = question.terms.filter((term) => holdsWord(names, term)).length;
  return found / Math.max(1, question.terms.length);
}

/** A file several of whose chunks score is likelier to be the one meant: a share of its next best chunks. */
function coherenceByFile(spans: readonly RankedSpan[]): ReadonlyMap<string, number> {
  const byFile = new Map<string, number[]>();
  for (const span of spans) byFile.set(span.chunk.path, [...(byFile.get(span.chunk.path) ?? []), span.score]);
  return new Map(
    [...byFile].map(([path, scores]) => {
      const next = scores.sort((a, b) => b - a).slice(1, 1 + weights.coherentChunks);
      return [path, weights.coherence * next.reduce((sum, score) => sum + score, 0)] as const;
    }),
  );
}

function addShare(span: RankedSpan, name: string, share: number): RankedSpan {
  return share === 0
    ? span
    : { ...span, score: span.score + share, scores: { ...span.scores, [name]: rounded(share) } };
}

/** Makes room for other files: the second span of a file counts a little less, the third less again. */
function decayed(ranked: readonly RankedSpan[]): readonly RankedSpan[] {
  const seen = new Map<string, number>();
  return ranked
    .map((span) => {
      const before = seen.get(span.chunk.path) ?? 0;
      seen.set(span.chunk.path, before + 1);
      if (before === 0) return { ...span, score: rounded(span.score) };
      const decay = rounded(weights.decay ** before);
      return { ...span, score: rounded(span.score * decay), scores: { ...span.scores, decay } };
    })
    .sort((a, b) => b.score - a.score || a.chunk.key - b.chunk.key);
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
