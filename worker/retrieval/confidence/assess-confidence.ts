/**
 * Assesses whether the repository answers a question. Rules decide some cases. For the rest, one fitted model estimates whether the repository
 * contains an answer (see `confidence-signals.ts`), and another one whether the best spans are that answer (see `shown-signals.ts`). */
import { containsWord, type Confidence, type Question } from '../../core/answers/question.ts';
import { extractTerms } from '../../core/text/terms.ts';
import { computeSignals, measureWordCoverage, type AssessedSpan } from './confidence-signals.ts';
import { answerProbability } from './answer-probability.ts';
import { shownProbability } from './shown-probability.ts';
import { addShownSignals, type ShownSignals } from './shown-signals.ts';
import { weighWords, type WeighedWord } from './weigh-words.ts';

export interface ConfidenceAssessment {
  readonly confidence: Confidence;
  /** Fraction of the question's weight that the spans contain, 0 to 1. */
  readonly covered: number;
  /** Words of the question that do not occur in the repository. */
  readonly missing: readonly string[];
  /** The basis of the score; undefined if a rule decided. */
  readonly estimate?: ConfidenceEstimate;
}

export interface ConfidenceEstimate {
  readonly signals: ShownSignals;
  /** Probability that the repository contains an answer, 0 to 1. */
  readonly probability: number;
  /** Probability that the best spans answer the question, 0 to 1. */
  readonly shownProbability: number;
}

export interface QuestionToAssess {
  readonly question: Question;
  readonly frequencies: ReadonlyMap<string, number>;
  readonly chunks: number;
  /** Names in the question, written as code, that match no definition and occur in no chunk. */
  readonly unknownNames: readonly string[];
  /** Names of the definitions that the question refers to. */
  readonly definitionNames: readonly string[];
  /** The highest fraction of the question's first sentence that the file of a best span contains, 0 to 1. */
  readonly leadInFile: number;
  /** Words of the repository's own name. They apply to every file, so they distinguish nothing. */
  readonly ownWords?: ReadonlySet<string>;
  /** Cosines of the nearest chunks, nearest first, with their embedding space; undefined if nothing is embedded. */
  readonly nearness?: VectorSimilarity | undefined;
}

export interface VectorSimilarity {
  readonly space: string;
  readonly similarities: readonly number[];
}

interface Thresholds {
  /** A question is declined if the probability that the repository contains an answer is lower. */
  readonly outOfScopeBelow: number;
  /** An answer is marked low confidence if the probability that the best spans answer the question is lower. */
  readonly lowBelow: number;
}

/** Maximum number of spans compared with the question. Further matches are usually coincidence. */
const maxSpans = 8;
/** Weight of the best single span: words scattered over many spans are not an answer. */
const bestSpanWeight = 0.6;
/** Minimum coverage of a question that refers to a definition. */
const minNamedCoverage = 0.8;

export function assessConfidence(
  input: QuestionToAssess,
  spans: readonly AssessedSpan[],
  thresholds: Thresholds,
): ConfidenceAssessment {
  const { question, frequencies } = input;
  const ruleAssessment = assessByRule(input);
  if (ruleAssessment !== undefined) return ruleAssessment;
  const words = weighWords(question, input);
  const refersToDefinition = input.definitionNames.length > 0;
  const missing = question.terms
    .filter((term) => (frequencies.get(term.word) ?? 0) === 0)
    .map((term) => term.word);
  // A vector search always finds something. A result without any content word of the question is no answer.
  const isUnrelated = words.every(({ weight, isAbsent }) => weight === 0 || isAbsent) && !refersToDefinition;
  if (spans.length === 0 || isUnrelated) return { confidence: 'out-of-scope', covered: 0, missing };
  const compared = spans.slice(0, maxSpans);
  const unmatched = refersToDefinition ? [] : findUnmatchedNames(compared, question, words);
  if (unmatched.length > 0)
    return { confidence: 'out-of-scope', covered: 0, missing: [...new Set([...missing, ...unmatched])] };
  const estimate = estimateProbabilities(input, words, compared);
  const covered = bestSpanWeight * estimate.signals.best + (1 - bestSpanWeight) * estimate.signals.all;
  if (refersToDefinition)
    return {
      confidence: isOnlyName(input.definitionNames, words)
        ? 'high'
        : toShownConfidence(input, estimate, thresholds),
      covered: Math.max(covered, minNamedCoverage),
      missing,
      estimate,
    };
  const isDeclined = estimate.probability < thresholds.outOfScopeBelow;
  return {
    confidence: isDeclined ? 'out-of-scope' : toShownConfidence(input, estimate, thresholds),
    covered,
    missing: [...new Set([...missing, ...input.unknownNames])],
    estimate,
  };
}

function estimateProbabilities(
  { leadInFile, nearness }: QuestionToAssess,
  words: readonly WeighedWord[],
  spans: readonly AssessedSpan[],
): ConfidenceEstimate {
  const similarities = nearness?.similarities ?? [];
  const signals = addShownSignals(computeSignals(words, spans, similarities), { similarities, leadInFile });
  return {
    signals,
    probability: answerProbability(signals, nearness?.space),
    shownProbability: shownProbability(signals, nearness?.space),
  };
}

/** A request for work and a question with an unknown name are not answered, however well their other words match. */
function toShownConfidence(
  { question, unknownNames }: QuestionToAssess,
  estimate: ConfidenceEstimate,
  { lowBelow }: Thresholds,
): Confidence {
  if (unknownNames.length > 0 || question.request !== undefined) return 'low';
  return estimate.shownProbability < lowBelow ? 'low' : 'high';
}

/** Whether the question contains no content word besides names of definitions, such as "what does `run` do?". */
function isOnlyName(names: readonly string[], words: readonly WeighedWord[]): boolean {
  const nameTerms = new Set(names.flatMap((name) => extractTerms(name)));
  return words.every(({ term, isContentWord }) => !isContentWord || containsWord(nameTerms, term));
}

/**
 * Returns the proper names in a question that no passage contains: passages without them do not answer it. An abbreviation
 * may be spelled out in the passages, so it is returned only if the repository does not contain it.
 */
function findUnmatchedNames(
  spans: readonly AssessedSpan[],
  { text, isStatement }: Question,
  words: readonly WeighedWord[],
): readonly string[] {
  const names = isStatement ? [] : findProperNames(text);
  const abbreviations = isStatement ? [] : findAbbreviations(text);
  const nameWords = words.filter(
    ({ term: { word }, weight, isAbsent }) =>
      weight > 0 && (names.includes(word) || (isAbsent && abbreviations.includes(word))),
  );
  if (nameWords.length === 0) return [];
  const coverage = spans.map((span) => measureWordCoverage(span, nameWords));
  return nameWords
    .filter((_, at) => coverage.every((covered) => covered[at] === 0))
    .map(({ term }) => term.word);
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
  // A statement may mention a name that does not exist yet. A question with an unknown name cannot be answered.
  if (unknownNames.length > 0 && !question.isStatement)
    return { confidence: 'out-of-scope', covered: 0, missing: unknownNames };
  return undefined;
}

/** Matches English questions. In English, only proper names are capitalized inside a sentence. */
const englishQuestion =
  /^\W*(?:what|where|which|how|why|who|when|is|are|does|do|did|can|could|has|have|show|find|list|give|tell|locate|explain|describe)\b/i;
const nameInsideSentence = /(?<=[\p{Ll}\p{N},;] )\p{Lu}\p{Ll}{2,}(?![\p{L}\p{N}_`.(/-])/gu;
const abbreviation = /(?<![\p{L}\p{N}_`./-])\p{Lu}{3,}(?![\p{L}\p{N}_`.(/-])/gu;
/** Maximum fraction of capitalized words. A question with more is written like a title, where capitals mean nothing. */
const maxCapitalFraction = 0.4;
/** Capitalized literals of programming languages, which are not proper names. */
const nonNames = new Set(['none', 'true', 'false', 'null', 'nil']);

/** Finds names such as "Kafka". @returns each once, in lower case */
function findProperNames(text: string): readonly string[] {
  return findNames(text, nameInsideSentence);
}

/** Finds abbreviations such as "CORS". @returns each once, in lower case */
function findAbbreviations(text: string): readonly string[] {
  return findNames(text, abbreviation);
}

function findNames(text: string, pattern: RegExp): readonly string[] {
  if (!englishQuestion.test(text)) return [];
  const words = text.match(/\p{L}{3,}/gu) ?? [];
  const capitals = words.slice(1).filter((word) => /^\p{Lu}/u.test(word));
  if (capitals.length > maxCapitalFraction * words.length) return [];
  const names = (text.match(pattern) ?? []).map((name) => name.toLowerCase());
  return [...new Set(names)].filter((name) => !nonNames.has(name));
}
