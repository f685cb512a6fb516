/**
 * Computes signals, each 0 to 1, of whether spans answer a question: rarity-weighted coverage, proximity of words, and
 * vector similarity.
 */

import { containsWord, type QuestionTerm } from '../../core/answers/question.ts';
import { extractTerms } from '../../core/text/terms.ts';
import { logScale } from '../ranking/measures.ts';
import { wordCoverage, type WeighedWord } from './weigh-words.ts';

export interface AssessedSpan {
  readonly path: string;
  readonly names: readonly string[];
  readonly text: string;
}

/**
 * `best`, `all`: fraction of the question's weight in the best span and in all spans; `near`: within a few lines; `pairs`: fraction of
 * adjacent words of the question that are together in a span; `absent`: fraction that does not occur in the repository; `unshown`:
 * fraction of the content words in no span; `telling`: the scaled number of content words. `nearest` and `nearest5` come from vectors
 * and are 0 without them. Adding a signal requires a new fit.
 */
export const signalNames = [
  'best',
  'all',
  'near',
  'pairs',
  'absent',
  'unshown',
  'telling',
  'nearest',
  'nearest5',
] as const;

type SignalName = (typeof signalNames)[number];
export type Signals = Readonly<Record<SignalName, number>>;

/** Number of lines within which words are close together. */
const window = 6;
/** Maximum number of lines compared of a span. Only chunks of data are longer. */
const maxLines = 400;
/** Number of nearest chunks whose similarities are averaged, and their maximum fraction of all compared chunks. */
const nearestCount = 5;
const maxNearestFraction = 0.1;

/** @param similarities cosines of the nearest chunks, nearest first; empty if nothing is embedded. */
export function computeSignals(
  words: readonly WeighedWord[],
  spans: readonly AssessedSpan[],
  similarities: readonly number[],
): Signals {
  const readSpans = spans.map((span) => readSpan(span, words));
  const contentWords = words.filter(({ isContentWord }) => isContentWord);
  return {
    ...measureCoverage(words, readSpans),
    ...measureAbsence(words, readSpans),
    pairs: measurePairs(readSpans, contentWords),
    telling: Math.min(1, logScale(contentWords.length, 12)),
    ...measureNearness(similarities),
  };
}

/** Returns how well a span covers each word, in the order of the words. */
export function measureWordCoverage(span: AssessedSpan, words: readonly WeighedWord[]): readonly number[] {
  return readSpan(span, words).coverage;
}

interface ReadSpan {
  readonly coverage: readonly number[];
  /** Terms of the span's path and names. */
  readonly nameTerms: ReadonlySet<string>;
  /** Terms of each line that contains any. */
  readonly lines: readonly ReadonlySet<string>[];
}

function readSpan({ path, names, text }: AssessedSpan, words: readonly WeighedWord[]): ReadSpan {
  const nameTerms = new Set(extractTerms([path, ...names].join(' ')));
  const lineTerms = text.split('\n').map(extractTerms);
  const terms = new Set([nameTerms, ...lineTerms].flatMap((some) => [...some]));
  const lines = lineTerms
    .slice(0, maxLines)
    .filter((line) => line.length > 0)
    .map((line) => new Set(line));
  return {
    coverage: words.map(({ term }) => wordCoverage(terms, term)),
    nameTerms,
    lines,
  };
}

function measureCoverage(
  words: readonly WeighedWord[],
  spans: readonly ReadSpan[],
): Pick<Signals, 'best' | 'all' | 'near'> {
  const total = sumWeights(words) || 1;
  const fraction = (covered: readonly number[]): number =>
    words.reduce((sum, { weight }, index) => sum + (covered[index] ?? 0) * weight, 0) / total;
  const maxOverSpans = (measure: (span: ReadSpan) => number): number => Math.max(0, ...spans.map(measure));
  return {
    best: maxOverSpans(({ coverage }) => fraction(coverage)),
    all: fraction(words.map((_, index) => maxOverSpans(({ coverage }) => coverage[index] ?? 0))),
    near: maxOverSpans(({ lines }) => measureProximity(lines, words, total)),
  };
}

function measureAbsence(
  words: readonly WeighedWord[],
  spans: readonly ReadSpan[],
): Pick<Signals, 'absent' | 'unshown'> {
  const contentWords = words.filter(({ isContentWord }) => isContentWord);
  const isShown = (index: number): boolean => spans.some(({ coverage }) => (coverage[index] ?? 0) > 0);
  const unshown = words.filter(({ isContentWord }, index) => isContentWord && !isShown(index));
  return {
    absent: sumWeights(words.filter(({ isAbsent }) => isAbsent)) / (sumWeights(words) || 1),
    unshown: sumWeights(unshown) / (sumWeights(contentWords) || 1),
  };
}

function sumWeights(words: readonly WeighedWord[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

/** Returns the maximum fraction of the question's weight within a few lines. */
function measureProximity(
  lines: readonly ReadonlySet<string>[],
  words: readonly WeighedWord[],
  total: number,
): number {
  const weights = new Float64Array(lines.length + 1);
  for (const { term, weight } of words) {
    let last = -window;
    // Every window that begins up to `window - 1` lines before a line with the word contains the word. Count it once per window.
    for (const [index, terms] of lines.entries()) {
      if (!containsWord(terms, term)) continue;
      for (let at = Math.max(0, index - window + 1, last + 1); at <= index; at += 1)
        weights[at] = (weights[at] ?? 0) + weight;
      last = index;
    }
  }
  return Math.max(0, ...weights) / total;
}

/** Returns the fraction of pairs of adjacent content words that are together in some span. */
function measurePairs(spans: readonly ReadSpan[], contentWords: readonly WeighedWord[]): number {
  const pairs = contentWords.slice(1).map((word, index) => [contentWords[index] ?? word, word] as const);
  const total = pairs.reduce((sum, [a, b]) => sum + a.weight + b.weight, 0);
  // A single word forms no pair, so a span only needs to contain the word.
  if (total === 0)
    return Number(
      spans.some(({ lines, nameTerms }) =>
        contentWords.some(({ term }) => [nameTerms, ...lines].some((terms) => containsWord(terms, term))),
      ),
    );
  const together = pairs.filter(([a, b]) =>
    spans.some(
      ({ lines, nameTerms }) =>
        (containsWord(nameTerms, a.term) && containsWord(nameTerms, b.term)) ||
        areTogether(lines, a.term, b.term),
    ),
  );
  return together.reduce((sum, [a, b]) => sum + a.weight + b.weight, 0) / total;
}

function areTogether(lines: readonly ReadonlySet<string>[], a: QuestionTerm, b: QuestionTerm): boolean {
  let lastA = -Infinity;
  let lastB = -Infinity;
  for (const [index, terms] of lines.entries()) {
    if (containsWord(terms, a)) lastA = index;
    if (containsWord(terms, b)) lastB = index;
    if (Math.abs(lastA - lastB) <= 1) return true;
  }
  return false;
}

/** Averages fewer chunks in a small repository, where five chunks may be most of its content. */
function measureNearness(similarities: readonly number[]): Pick<Signals, 'nearest' | 'nearest5'> {
  const averagedCount = Math.min(nearestCount, Math.ceil(similarities.length * maxNearestFraction));
  return {
    nearest: Math.max(0, similarities[0] ?? 0),
    nearest5: Math.max(0, mean(similarities.slice(0, averagedCount))),
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
