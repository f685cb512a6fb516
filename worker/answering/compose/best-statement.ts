/**
 * Chooses the statement of a prose span that answers best, by how much of the question it covers (with its heading
 * and sample) and by its form.
 */

import { containsWord, type Question } from '../../core/answers/question.ts';
import { isStopWord, extractTerms } from '../../core/text/terms.ts';
import { createTextMatcher } from '../evidence-text/text-matcher.ts';
import { scoreForm, isAboutOtherVersions, removeLinkTargets } from './statement-form.ts';
import { parseProseStatements, type Statement } from './prose-statements.ts';
import { asksForRights, isNotice, quoted, type WordWeight } from './choose-quote.ts';

interface ChosenStatement extends Statement {
  /** As it is written into an answer, between the marks it can stand in. */
  readonly quotation: string;
  /** Higher is better; comparable among spans for one question. */
  readonly score: number;
  /** The share of what was asked that it holds, with what it stands under and leads to. */
  readonly held: number;
}

export interface ProseSpan {
  readonly text: string;
  /** Headings it stands under, outermost first; those within it are read from its text. */
  readonly headings: readonly string[];
}

/** What a word counts for where the statement does not hold it, but what it stands under or leads to does. Set by hand. */
const byHeading = 0.7;
const bySample = 0.45;
const byTrail = 0.4;
/** What a heading that is just what was asked adds: all below it is about that; and of that, the title of a page. */
const aboutness = 0.35;
const titleShare = 0.5;
const ofOtherTimes = 0.3;
/** Brings weights by frequency, which differ by a hundred, to about what logarithms of them would be. */
const damping = 0.4;
/** Shorter ones are labels, which answer only what asks for just that: `**default**: 12`. */
const fewestWords = 4;
/** Of them, those that are no code. */
const fewestSpoken = 2;
/** That many make a sentence even where its end is cut off. */
const manyWords = 8;
/** Of a sample that much is read. */
const longestSample = 4_000;

/** The best of a span; undefined where nothing of it can be quoted. The first where none holds a word of the question. */
export function bestStatement(
  question: Question,
  { text, headings }: ProseSpan,
  weight: WordWeight,
): ChosenStatement | undefined {
  const holder = createTextMatcher(text);
  const trail = new Set(headings.flatMap((heading) => extractTerms(heading)));
  const about = headingMatcher(question, headings, weight);
  const malus = isAboutOtherVersions(question, headings) ? ofOtherTimes : 0;
  let best: ChosenStatement | undefined;
  for (const statement of parseProseStatements(text)) {
    if (!isTelling(question, statement)) continue;
    const quotation = quoted(statement.text, holder);
    if (quotation === undefined) continue;
    const held = coverage(question, weight, coverBy(statement, trail));
    const isHeld = held > 0;
    const score = isHeld
      ? held + aboutness * about(statement.heading) + scoreForm(question, statement, held) - malus
      : -1 - malus;
    if (best === undefined || score > best.score) best = { ...statement, quotation, score, held };
  }
  return best;
}

function isTelling(question: Question, { text }: Statement): boolean {
  if (!asksForRights(question) && isNotice(text)) return false;
  const length = text.split(' ').length;
  const label = length <= manyWords ? labelled.exec(text)?.[1] : undefined;
  if (label !== undefined) {
    const terms = new Set(extractTerms(label));
    return question.terms.some((term) => containsWord(terms, term));
  }
  const spoken = text.replaceAll(/`[^`]*`/g, ' ').match(/\p{L}{2,}/gu)?.length ?? 0;
  const isWhole = length >= manyWords || /[.!?:…)'"`*_”。！？]$/.test(text);
  return spoken >= fewestSpoken && length >= fewestWords && isWhole;
}

/** A value with its label. */
const labelled = /^[*_`]{0,3}(\p{L}[\p{L} ]{2,30})[*_`]{0,3}:[*_`]{0,3}\s*\S/u;

/** What of a word a statement holds, from 0 to 1. */
type Cover = (holds: (terms: ReadonlySet<string>) => boolean) => number;

function coverBy({ text, heading, sample }: Statement, trail: ReadonlySet<string>): Cover {
  const own = new Set(extractTerms(removeLinkTargets(text)));
  const above = new Set(extractTerms(heading ?? ''));
  const shown = new Set(extractTerms(sample?.text.slice(0, longestSample) ?? ''));
  return (holds) => {
    if (holds(own)) return 1;
    return Math.max(holds(above) ? byHeading : 0, holds(shown) ? bySample : 0, holds(trail) ? byTrail : 0);
  };
}

/** The share of what was asked that is covered, rare words counting more. */
function coverage(question: Question, weight: WordWeight, cover: Cover): number {
  let [held, all] = [0, 0];
  for (const term of question.terms) {
    const rarity = weight(term.word) ** damping;
    held += rarity * cover((terms) => containsWord(terms, term));
    all += rarity;
  }
  return all === 0 ? 0 : held / all;
}

/** How well a heading is what was asked, from 0 to 1: the harmonic mean of how much of either the other holds. */
function headingMatcher(
  question: Question,
  headings: readonly string[],
  weight: WordWeight,
): (heading: string | undefined) => number {
  const asked = new Set(question.terms.flatMap(({ alternatives }) => alternatives.flat()));
  const known = new Map<string, number>();
  const match = (heading: string): number => {
    const words = (heading.match(/[\p{L}\p{N}_]{2,}/gu) ?? []).filter((word) => !isStopWord(word));
    const shared = words.filter((word) => extractTerms(word).some((term) => asked.has(term))).length;
    if (shared === 0) return 0;
    const terms = new Set(extractTerms(heading));
    const recall = coverage(question, weight, (holds) => (holds(terms) ? 1 : 0));
    const precision = shared / words.length;
    return (2 * precision * recall) / (precision + recall);
  };
  return (own) => {
    const heading = own ?? headings.at(-1) ?? '';
    const found = known.get(heading) ?? match(heading) * (heading === headings[0] ? titleShare : 1);
    known.set(heading, found);
    return found;
  };
}
