/**
 * Whether the repository holds what is asked. Each word of the question weighs by how rare it is; what counts is the
 * share of that weight found in the best spans, so that a question whose telling words are nowhere is declined however
 * well its common words match.
 */

import type { Confidence, Question } from '../core/question.ts';
import { termsOf } from '../core/terms.ts';

export interface JudgedSpan {
  readonly path: string;
  readonly names: readonly string[];
  readonly text: string;
}

export interface Judgement {
  readonly confidence: Confidence;
  /** Share of the question's weight found, 0 to 1. */
  readonly covered: number;
  /** Words of the question that the repository holds nowhere. */
  readonly missing: readonly string[];
}

export interface JudgedQuestion {
  readonly question: Question;
  readonly frequencies: ReadonlyMap<string, number>;
  readonly chunks: number;
  /** Names written as code that no definition answers to and no chunk holds. */
  readonly unknownNames: readonly string[];
}

/** Spans held against the question; beyond these a match is chance. */
const judgedSpans = 8;
/** The best single span counts most: words scattered over many spans are not an answer. */
const shareOfBest = 0.6;

export function judgeConfidence(
  asked: JudgedQuestion,
  spans: readonly JudgedSpan[],
  thresholds: { outOfScopeBelow: number; lowBelow: number },
): Judgement {
  const { question, frequencies } = asked;
  const missing = question.terms
    .filter((term) => (frequencies.get(term.word) ?? 0) === 0)
    .map((term) => term.word);
  if (question.isOverview)
    return { confidence: spans.length > 0 ? 'high' : 'out-of-scope', covered: 1, missing: [] };
  if (asked.unknownNames.length > 0)
    return { confidence: 'out-of-scope', covered: 0, missing: asked.unknownNames };
  const held = spans.slice(0, judgedSpans).map(termsOfSpan);
  const weightOf = (word: string): number => inverseFrequency(frequencies.get(word) ?? 0, asked.chunks);
  const total = question.terms.reduce((sum, term) => sum + weightOf(term.word), 0);
  if (total === 0 || held.length === 0) return { confidence: 'out-of-scope', covered: 0, missing };
  const share = (terms: ReadonlySet<string>): number =>
    question.terms.reduce(
      (sum, term) => sum + (term.variants.some((form) => terms.has(form)) ? weightOf(term.word) : 0),
      0,
    ) / total;
  const best = Math.max(...held.map(share));
  const all = share(new Set(held.flatMap((terms) => [...terms])));
  const covered = shareOfBest * best + (1 - shareOfBest) * all;
  if (covered < thresholds.outOfScopeBelow) return { confidence: 'out-of-scope', covered, missing };
  return { confidence: covered < thresholds.lowBelow ? 'low' : 'high', covered, missing };
}

function termsOfSpan(span: JudgedSpan): ReadonlySet<string> {
  return new Set(termsOf([span.path, ...span.names, span.text].join(' ')));
}

/** Robertson and Spärck Jones' weight, kept positive as in BM25+. */
function inverseFrequency(frequency: number, chunks: number): number {
  return Math.log(1 + (Math.max(chunks, 1) - frequency + 0.5) / (frequency + 0.5));
}
