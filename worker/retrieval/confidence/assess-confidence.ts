/**
 * Assesses whether the repository answers a question. Rules decide some cases; a fitted model scores the rest (see
 * `confidence-signals.ts`).
 */

import type { Confidence, Question } from '../../core/answers/question.ts';
import {
  confidenceSignals,
  wordCoverageInSpan,
  type AssessedSpan,
  type Signals,
} from './confidence-signals.ts';
import { answerProbability } from './answer-probability.ts';
import { abbreviationsIn, properNamesIn } from './proper-names.ts';
import { weighWords, type WeighedWord } from './weigh-words.ts';

export interface ConfidenceAssessment {
  readonly confidence: Confidence;
  /** Fraction of the question's weight that is found, 0 to 1. */
  readonly covered: number;
  /** Words of the question that do not occur in the repository. */
  readonly missing: readonly string[];
  /** The basis of the score; undefined if a rule decided. */
  readonly judged?: AssessmentBasis;
}

export interface AssessmentBasis {
  readonly signals: Signals;
  /** Probability that the repository contains an answer, 0 to 1. */
  readonly probability: number;
}

export interface QuestionToAssess {
  readonly question: Question;
  readonly frequencies: ReadonlyMap<string, number>;
  readonly chunks: number;
  /** Names written as code that match no definition and occur in no chunk. */
  readonly unknownNames: readonly string[];
  /** The question names a definition of the repository, written as code. */
  readonly namesDefinition: boolean;
  /** Words of the repository's own name. They apply to all of it, so they distinguish nothing. */
  readonly ownWords?: ReadonlySet<string>;
  /** Cosines of the nearest chunks, nearest first, with their embedding space; undefined if nothing is embedded. */
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

/** Number of spans compared with the question; further matches are chance. */
const maxSpans = 8;
/** Weight of the best single span: words scattered over many spans are not an answer. */
const bestSpanWeight = 0.6;
/** Minimum coverage of a question that names a definition. */
const minNamedCoverage = 0.8;

export function assessConfidence(
  input: QuestionToAssess,
  spans: readonly AssessedSpan[],
  thresholds: Thresholds,
): ConfidenceAssessment {
  const { question, frequencies } = input;
  const byRule = assessByRule(input);
  if (byRule !== undefined) return byRule;
  const words = weighWords(question, input);
  const missing = question.terms
    .filter((term) => (frequencies.get(term.word) ?? 0) === 0)
    .map((term) => term.word);
  // Vectors find something for any words. If no content word occurs, that is no answer.
  const isUnrelated =
    words.every(({ weight, isAbsent }) => weight === 0 || isAbsent) && !input.namesDefinition;
  if (spans.length === 0 || isUnrelated) return { confidence: 'out-of-scope', covered: 0, missing };
  const unmatched = input.namesDefinition
    ? []
    : findUnmatchedNames(spans.slice(0, maxSpans), question, words);
  if (unmatched.length > 0)
    return { confidence: 'out-of-scope', covered: 0, missing: [...new Set([...missing, ...unmatched])] };
  const similarities = input.nearness?.similarities ?? [];
  const signals = confidenceSignals(words, spans.slice(0, maxSpans), similarities);
  const covered = bestSpanWeight * signals.best + (1 - bestSpanWeight) * signals.all;
  // A question that names a definition of the repository is about that definition.
  if (input.namesDefinition)
    return { confidence: 'high', covered: Math.max(covered, minNamedCoverage), missing };
  const probability = answerProbability(signals, input.nearness?.space);
  const confidence = toConfidence(probability, thresholds);
  const { unknownNames } = input;
  return {
    confidence: unknownNames.length > 0 && confidence === 'high' ? 'low' : confidence,
    covered,
    missing: [...new Set([...missing, ...unknownNames])],
    judged: { signals, probability },
  };
}

/**
 * Returns the proper names in a question that no passage contains, because such passages do not answer it. An abbreviation
 * may be spelled out in the passages, so it counts only if the repository does not contain it.
 */
function findUnmatchedNames(
  spans: readonly AssessedSpan[],
  { text, isStatement }: Question,
  words: readonly WeighedWord[],
): readonly string[] {
  const names = isStatement ? [] : properNamesIn(text);
  const abbreviations = isStatement ? [] : abbreviationsIn(text);
  const nameWords = words.filter(
    ({ term: { word }, weight, isAbsent }) =>
      weight > 0 && (names.includes(word) || (isAbsent && abbreviations.includes(word))),
  );
  if (nameWords.length === 0) return [];
  const coverage = spans.map((span) => wordCoverageInSpan(span, nameWords));
  return nameWords
    .filter((_, at) => coverage.every((covered) => covered[at] === 0))
    .map(({ term }) => term.word);
}

function toConfidence(probability: number, { outOfScopeBelow, lowBelow }: Thresholds): Confidence {
  if (probability < outOfScopeBelow) return 'out-of-scope';
  return probability < lowBelow ? 'low' : 'high';
}

function assessByRule({
  question,
  chunks,
  unknownNames,
}: QuestionToAssess): ConfidenceAssessment | undefined {
  const hasChunks = chunks > 0;
  if (question.isOverview)
    return { confidence: hasChunks ? 'high' : 'out-of-scope', covered: 1, missing: [] };
  if (question.class === 'too-broad')
    return { confidence: hasChunks ? 'low' : 'out-of-scope', covered: 0, missing: [] };
  // A statement may name something that does not exist yet; a question about a name asks about something that exists.
  if (unknownNames.length > 0 && !question.isStatement)
    return { confidence: 'out-of-scope', covered: 0, missing: unknownNames };
  return undefined;
}
