/**
 * Whether the repository holds what is asked. Each word of the question weighs by how rare it is; what counts is the
 * share of that weight found in the best spans, so that a question whose telling words are nowhere is declined however
 * well its common words match.
 */

import { holdsWord, type Confidence, type Question, type QuestionTerm } from '../core/question.ts';
import { stem, termsOf } from '../core/terms.ts';

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
  /** It names a definition of the repository, written as code. */
  readonly namesDefinition: boolean;
  /** Words of the repository's own name: said of all of it, they tell nothing apart. */
  readonly ownWords?: ReadonlySet<string>;
}

/** Spans held against the question; beyond these a match is chance. */
const judgedSpans = 8;
/** The best single span counts most: words scattered over many spans are not an answer. */
const shareOfBest = 0.6;
/** Least share of the question that one span must hold for an answer to be sure. */
const sureShareOfBest = 0.55;
/** A word found in a related form alone: `management` where there is `manager`. */
const relatedForm = 0.7;
/** A question that names a definition of the repository is about it, whatever else it says. */
const coveredByName = 0.8;
/** What a word said of any software weighs of its rarity. */
const genericWeight = 0.25;

/** Words people describe software with, whatever it does; their absence from a repository says nothing about it. */
const describingWords: ReadonlySet<string> = new Set(
  `abstraction action allow apply approach architecture available avoid base basic behavior behaviour between build call case change check combine
   common compare complete component compose composition concept condition configuration configure connect contain control convert create creation
   custom data default define definition depend description design detail determine develop development different direct display during element emit
   enable enforce enforcement ensure entry error execute execution extend feature flow follow format function functionality general generate generation
   get handle handler handling helper hook identify implement important inherit initial initialise initialize inside inspect integrate interface
   internal introspect introspection invoke kind layer lifecycle logic low main maintain manage management mechanism method mode model multiple name
   need nest nesting new normal object operation order organise organize overload overview part pass pattern perform pipeline point possible prevent
   process produce propagate provide purpose reach read receive register related relate represent request require resolve respond result return run
   runtime save select send separate set share shape single special specific specify stage start state step stop store strategy structure support swap
   system take trigger turn type understand update user using utility validate validation value variant various view warn warning way work workflow wrap
   write`
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(stem),
);

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
    return { confidence: asked.chunks > 0 ? 'high' : 'out-of-scope', covered: 1, missing: [] };
  if (question.class === 'too-broad')
    return { confidence: asked.chunks > 0 ? 'low' : 'out-of-scope', covered: 0, missing: [] };
  if (asked.unknownNames.length > 0)
    return { confidence: 'out-of-scope', covered: 0, missing: asked.unknownNames };
  const held = spans.slice(0, judgedSpans).map(termsOfSpan);
  const isOwn = (term: QuestionTerm): boolean => asked.ownWords?.has(term.word) === true;
  const saysMore = !question.terms.every(isOwn);
  const weightOf = (term: QuestionTerm): number => {
    if (saysMore && isOwn(term)) return 0;
    const rarity = inverseFrequency(frequencies.get(term.word) ?? 0, asked.chunks);
    return describingWords.has(stem(term.word)) ? rarity * genericWeight : rarity;
  };
  const total = question.terms.reduce((sum, term) => sum + weightOf(term), 0);
  // Vectors find something for any words: where none of them is held, that is no answer.
  const isElsewhere = missing.length === question.terms.length && !asked.namesDefinition;
  if (held.length === 0 || isElsewhere || (total === 0 && !asked.namesDefinition)) {
    return { confidence: 'out-of-scope', covered: 0, missing };
  }
  const share = (terms: ReadonlySet<string>): number =>
    question.terms.reduce((sum, term) => sum + heldBy(terms, term) * weightOf(term), 0) / (total || 1);
  const best = Math.max(...held.map(share));
  const all =
    question.terms.reduce(
      (sum, term) => sum + Math.max(...held.map((terms) => heldBy(terms, term))) * weightOf(term),
      0,
    ) / (total || 1);
  const inWords = shareOfBest * best + (1 - shareOfBest) * all;
  const covered = asked.namesDefinition ? Math.max(inWords, coveredByName) : inWords;
  if (covered < thresholds.outOfScopeBelow) return { confidence: 'out-of-scope', covered, missing };
  // However much else is found, a telling word that is nowhere in what is shown leaves a part unanswered.
  const lacks = question.terms.some(
    (term) =>
      !isOwn(term) &&
      !describingWords.has(stem(term.word)) &&
      held.every((terms) => heldBy(terms, term) === 0),
  );
  const isTogether = best >= sureShareOfBest;
  const isSure = covered >= thresholds.lowBelow && ((isTogether && !lacks) || asked.namesDefinition);
  return { confidence: isSure ? 'high' : 'low', covered, missing };
}

/** 1 where a span holds the word, less where it holds a related form: a common beginning of most of both words. */
function heldBy(terms: ReadonlySet<string>, term: QuestionTerm): number {
  if (holdsWord(terms, term)) return 1;
  const { word } = term;
  if (word.length < 6) return 0;
  for (const other of terms) {
    const common = commonBeginning(word, other);
    if (common >= 5 && common >= 0.6 * Math.max(word.length, other.length)) return relatedForm;
  }
  return 0;
}

function commonBeginning(a: string, b: string): number {
  let length = 0;
  while (length < a.length && length < b.length && a[length] === b[length]) length += 1;
  return length;
}

function termsOfSpan(span: JudgedSpan): ReadonlySet<string> {
  return new Set(termsOf([span.path, ...span.names, span.text].join(' ')));
}

/** Robertson and Spärck Jones' weight, kept positive as in BM25+. */
function inverseFrequency(frequency: number, chunks: number): number {
  return Math.log(1 + (Math.max(chunks, 1) - frequency + 0.5) / (frequency + 0.5));
}
