/**
 * Assesses whether the repository answers a question. Rules decide some cases; a fitted model scores the rest (see
 * `confidence-signals.ts`).
 */

import type { Confidence, Question } from '../../core/answers/question.ts';
import {
  confidenceSignals,
  wordCoverageInSpan,
  type JudgedSpan,
  type Signals,
} from './confidence-signals.ts';
import { answerProbability } from './answer-probability.ts';
import { abbreviationsIn, properNamesIn } from './proper-names.ts';
import { weighWords, type WeighedWord } from './weigh-words.ts';

export interface ConfidenceAssessment {
  readonly confidence: Confidence;
  /** Share of the question's weight found, 0 to 1. */
  readonly covered: number;
  /** Words of the question that the repository holds nowhere. */
  readonly missing: readonly string[];
  /** What it was judged by; undefined where a rule decided. */
  readonly judged?: JudgedBy;
}

export interface JudgedBy {
  readonly signals: Signals;
  /** That the repository holds an answer, 0 to 1. */
  readonly probability: number;
}

export interface JudgedQuestion {
  readonly question: Question;
  readonly frequencies: ReadonlyMap<string, number>;
  readonly chunks: number;
  /** Names written as code that no definition answers to and no chunk holds. */
  readonly unknownNames: readonly string[];
  /** It names a definition of the repository, written as code. */
  readonly namesDefinition: boolean;
  /** Words of the repository's own name: said of all of it, they tell nothing apart. */
  readonly ownWords?: ReadonlySet<string>;
  /** Cosines of the nearest chunks, the nearest first, and the space they were measured in; undefined where nothing is embedded. */
  readonly nearness?: VectorSimilarity | undefined;
}

export interface VectorSimilarity {
  readonly space: string;
  readonly similarities: readonly number[];
}

interface Thresholds {
  /** Probability below which a question is declined. */
  readonly outOfScopeBelow: number;
  /** Probability below which an answer is marked low confidence. */
  readonly lowBelow: number;
}

/** Spans held against the question; beyond these a match is chance. */
const judgedSpans = 8;
/** Of what is found, what one span must hold counts most: words scattered over many spans are not an answer. */
const shareOfBest = 0.6;
/** What counts as found of a question that names a definition, at least. */
const coveredByName = 0.8;

export function assessConfidence(
  asked: JudgedQuestion,
  spans: readonly JudgedSpan[],
  thresholds: Thresholds,
): ConfidenceAssessment {
  const { question, frequencies } = asked;
  const ruled = assessByRule(asked);
  if (ruled !== undefined) return ruled;
  const words = weighWords(question, asked);
  const missing = question.terms
    .filter((term) => (frequencies.get(term.word) ?? 0) === 0)
    .map((term) => term.word);
  // Vectors find something for any words: where none that says anything is held, that is no answer.
  const isElsewhere =
    words.every(({ weight, isAbsent }) => weight === 0 || isAbsent) && !asked.namesDefinition;
  if (spans.length === 0 || isElsewhere) return { confidence: 'out-of-scope', covered: 0, missing };
  const unnamed = asked.namesDefinition ? [] : unnamedBy(spans.slice(0, judgedSpans), question, words);
  if (unnamed.length > 0)
    return { confidence: 'out-of-scope', covered: 0, missing: [...new Set([...missing, ...unnamed])] };
  const similarities = asked.nearness?.similarities ?? [];
  const signals = confidenceSignals(words, spans.slice(0, judgedSpans), similarities);
  const covered = shareOfBest * signals.best + (1 - shareOfBest) * signals.all;
  // A question that names a definition of the repository is about it, whatever else it says.
  if (asked.namesDefinition)
    return { confidence: 'high', covered: Math.max(covered, coveredByName), missing };
  const probability = answerProbability(signals, asked.nearness?.space);
  const confidence = confidenceOf(probability, thresholds);
  const { unknownNames } = asked;
  return {
    confidence: unknownNames.length > 0 && confidence === 'high' ? 'low' : confidence,
    covered,
    missing: [...new Set([...missing, ...unknownNames])],
    judged: { signals, probability },
  };
}

/**
 * What is asked of a thing by its name is not told by passages none of which names it; what is abbreviated may be written out there, unless
 * the repository says it nowhere.
 */
function unnamedBy(
  spans: readonly JudgedSpan[],
  { text, isStatement }: Question,
  words: readonly WeighedWord[],
): readonly string[] {
  const names = isStatement ? [] : properNamesIn(text);
  const abbreviations = isStatement ? [] : abbreviationsIn(text);
  const asked = words.filter(
    ({ term: { word }, weight, isAbsent }) =>
      weight > 0 && (names.includes(word) || (isAbsent && abbreviations.includes(word))),
  );
  if (asked.length === 0) return [];
  const held = spans.map((span) => wordCoverageInSpan(span, asked));
  return asked.filter((_, at) => held.every((of) => of[at] === 0)).map(({ term }) => term.word);
}

function confidenceOf(probability: number, { outOfScopeBelow, lowBelow }: Thresholds): Confidence {
  if (probability < outOfScopeBelow) return 'out-of-scope';
  return probability < lowBelow ? 'low' : 'high';
}

function assessByRule({ question, chunks, unknownNames }: JudgedQuestion): ConfidenceAssessment | undefined {
  const holdsAny = chunks > 0;
  if (question.isOverview) return { confidence: holdsAny ? 'high' : 'out-of-scope', covered: 1, missing: [] };
  if (question.class === 'too-broad')
    return { confidence: holdsAny ? 'low' : 'out-of-scope', covered: 0, missing: [] };
  // What is wished for may be named and not be there yet; who asks about a name asks about what is.
  if (unknownNames.length > 0 && !question.isStatement)
    return { confidence: 'out-of-scope', covered: 0, missing: unknownNames };
  return undefined;
}
