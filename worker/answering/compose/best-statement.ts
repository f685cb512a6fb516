/**
 * Chooses the statement of a prose span that best answers the question. The score counts how much of the question
 * the statement covers, with its heading and sample, and the statement's form.
 */

import { containsWord, type Question } from '../../core/answers/question.ts';
import { isStopWord, extractTerms } from '../../core/text/terms.ts';
import { createTextMatcher } from '../evidence-text/text-matcher.ts';
import { scoreForm, isAboutOtherVersions, removeLinkTargets } from './statement-form.ts';
import { parseProseStatements, type Statement } from './prose-statements.ts';
import { asksForRights, isNotice, formatQuotation, type WordWeight } from './choose-quote.ts';

interface ChosenStatement extends Statement {
  /** The statement in quotation marks, as the answer shows it. */
  readonly quotation: string;
  /** Higher is better; comparable among spans for one question. */
  readonly score: number;
  /** The weighted fraction of the question's words in the statement, its headings and its sample. */
  readonly coverage: number;
}

export interface ProseSpan {
  readonly text: string;
  /** Headings above the span, outermost first. Headings within the span are read from its text. */
  readonly headings: readonly string[];
}

/** The weight of a word that only the heading, the sample or an outer heading contains. Set by hand. */
const headingWeight = 0.7;
const sampleWeight = 0.45;
const trailWeight = 0.4;
/** The bonus for a heading that matches the question, and the fraction of it that a page title gets. */
const headingBonus = 0.35;
const titleFraction = 0.5;
const otherVersionPenalty = 0.3;
/** An exponent that dampens frequency weights, which differ by a factor of 100, to about their logarithms. */
const damping = 0.4;
/** Shorter statements are labels such as `**default**: 12`, which answer only a question for that label. */
const minWords = 4;
/** The minimum number of words outside code. */
const minWordsOutsideCode = 2;
/** A statement with this many words counts as a sentence even if its end is missing. */
const sentenceWords = 8;
/** In UTF-16 units; the rest of a sample is ignored. */
const maxSampleLength = 4_000;

/**
 * Returns the best statement of a span, or the first if none contains a word of the question. Undefined if nothing
 * can be quoted.
 */
export function bestStatement(
  question: Question,
  { text, headings }: ProseSpan,
  weight: WordWeight,
): ChosenStatement | undefined {
  const matcher = createTextMatcher(text);
  const trail = new Set(headings.flatMap((heading) => extractTerms(heading)));
  const headingScore = createHeadingScorer(question, headings, weight);
  const penalty = isAboutOtherVersions(question, headings) ? otherVersionPenalty : 0;
  let best: ChosenStatement | undefined;
  for (const statement of parseProseStatements(text)) {
    if (!isUsable(question, statement)) continue;
    const quotation = formatQuotation(statement.text, matcher);
    if (quotation === undefined) continue;
    const covered = coverage(question, weight, createCover(statement, trail));
    const isCovered = covered > 0;
    const score = isCovered
      ? covered +
        headingBonus * headingScore(statement.heading) +
        scoreForm(question, statement, covered) -
        penalty
      : -1 - penalty;
    if (best === undefined || score > best.score)
      best = { ...statement, quotation, score, coverage: covered };
  }
  return best;
}

function isUsable(question: Question, { text }: Statement): boolean {
  if (!asksForRights(question) && isNotice(text)) return false;
  const length = text.split(' ').length;
  const label = length <= sentenceWords ? labeledValue.exec(text)?.[1] : undefined;
  if (label !== undefined) {
    const terms = new Set(extractTerms(label));
    return question.terms.some((term) => containsWord(terms, term));
  }
  const wordsOutsideCode = text.replaceAll(/`[^`]*`/g, ' ').match(/\p{L}{2,}/gu)?.length ?? 0;
  const isWhole = length >= sentenceWords || /[.!?:…)'"`*_”。！？]$/.test(text);
  return wordsOutsideCode >= minWordsOutsideCode && length >= minWords && isWhole;
}

/** Matches a label followed by a value. */
const labeledValue = /^[*_`]{0,3}(\p{L}[\p{L} ]{2,30})[*_`]{0,3}:[*_`]{0,3}\s*\S/u;

/** Returns how well a statement covers a word, from 0 to 1. */
type Cover = (contains: (terms: ReadonlySet<string>) => boolean) => number;

function createCover({ text, heading, sample }: Statement, trail: ReadonlySet<string>): Cover {
  const ownTerms = new Set(extractTerms(removeLinkTargets(text)));
  const headingTerms = new Set(extractTerms(heading ?? ''));
  const sampleTerms = new Set(extractTerms(sample?.text.slice(0, maxSampleLength) ?? ''));
  return (contains) => {
    if (contains(ownTerms)) return 1;
    return Math.max(
      contains(headingTerms) ? headingWeight : 0,
      contains(sampleTerms) ? sampleWeight : 0,
      contains(trail) ? trailWeight : 0,
    );
  };
}

/** Returns the covered fraction of the question; rare words count more. */
function coverage(question: Question, weight: WordWeight, cover: Cover): number {
  let [covered, all] = [0, 0];
  for (const term of question.terms) {
    const rarity = weight(term.word) ** damping;
    covered += rarity * cover((terms) => containsWord(terms, term));
    all += rarity;
  }
  return all === 0 ? 0 : covered / all;
}

/** Scores how well a heading matches the question, from 0 to 1: the harmonic mean of precision and recall. */
function createHeadingScorer(
  question: Question,
  headings: readonly string[],
  weight: WordWeight,
): (heading: string | undefined) => number {
  const questionTerms = new Set(question.terms.flatMap(({ alternatives }) => alternatives.flat()));
  const cache = new Map<string, number>();
  const match = (heading: string): number => {
    const words = (heading.match(/[\p{L}\p{N}_]{2,}/gu) ?? []).filter((word) => !isStopWord(word));
    const shared = words.filter((word) => extractTerms(word).some((term) => questionTerms.has(term))).length;
    if (shared === 0) return 0;
    const terms = new Set(extractTerms(heading));
    const recall = coverage(question, weight, (contains) => (contains(terms) ? 1 : 0));
    const precision = shared / words.length;
    return (2 * precision * recall) / (precision + recall);
  };
  return (ownHeading) => {
    const heading = ownHeading ?? headings.at(-1) ?? '';
    const score = cache.get(heading) ?? match(heading) * (heading === headings[0] ? titleFraction : 1);
    cache.set(heading, score);
    return score;
  };
}
