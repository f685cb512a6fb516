/**
 * Signals, each 0 to 1, of whether spans answer a question: rarity-weighted coverage, proximity of words, and
 * vector similarity.
 */

import { containsWord, type QuestionTerm } from '../../core/answers/question.ts';
import { extractTerms } from '../../core/text/terms.ts';
import { logScale } from '../ranking/measures.ts';
import { wordCoverage, type WeighedWord } from './weigh-words.ts';

export interface JudgedSpan {
  readonly path: string;
  readonly names: readonly string[];
  readonly text: string;
}

/**
 * `best`, `all`: share of the question's weight in the best span and in all; `near`: within a few lines; `pairs`: of neighbouring
 * words, how many a span says together; `absent`: share that is nowhere in the repository; `unshown`: share of the telling words in no
 * span; `telling`: how many of those there are. The last two are of vectors, and 0 without. One more, and the weights are fitted anew.
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

/** Lines of a span within which words count as said together. */
const window = 6;
/** Lines of one span that are looked at; chunks are shorter unless they are data. */
const mostLines = 400;
/** Nearest chunks whose mean similarity is taken, at most this share of those known. */
const nearestTaken = 5;
const shareTaken = 0.1;

/** @param similarities cosines of the nearest chunks, the nearest first; none where nothing is embedded. */
export function confidenceSignals(
  words: readonly WeighedWord[],
  spans: readonly JudgedSpan[],
  similarities: readonly number[],
): Signals {
  const read = spans.map((span) => readSpan(span, words));
  const telling = words.filter(({ isTelling }) => isTelling);
  return {
    ...foundOf(words, read),
    ...missingOf(words, read),
    pairs: pairsShare(read, telling),
    telling: Math.min(1, logScale(telling.length, 12)),
    ...nearness(similarities),
  };
}

/** How far a span holds each word, in the order of the words. */
export function wordCoverageInSpan(span: JudgedSpan, words: readonly WeighedWord[]): readonly number[] {
  return readSpan(span, words).holds;
}

interface ReadSpan {
  readonly holds: readonly number[];
  /** Terms of its path and names. */
  readonly named: ReadonlySet<string>;
  /** Terms of each line that has any. */
  readonly lines: readonly ReadonlySet<string>[];
}

function readSpan({ path, names, text }: JudgedSpan, words: readonly WeighedWord[]): ReadSpan {
  const named = new Set(extractTerms([path, ...names].join(' ')));
  const terms = new Set([...named, ...extractTerms(text)]);
  const lines = text
    .split('\n', mostLines)
    .map((line) => new Set(extractTerms(line)))
    .filter((line) => line.size > 0);
  return {
    holds: words.map(({ term }) => wordCoverage(terms, term)),
    named,
    lines,
  };
}

function foundOf(
  words: readonly WeighedWord[],
  spans: readonly ReadSpan[],
): Pick<Signals, 'best' | 'all' | 'near'> {
  const total = weightOf(words) || 1;
  const share = (held: readonly number[]): number =>
    words.reduce((sum, { weight }, index) => sum + (held[index] ?? 0) * weight, 0) / total;
  const most = (shareOf: (span: ReadSpan) => number): number => Math.max(0, ...spans.map(shareOf));
  return {
    best: most(({ holds }) => share(holds)),
    all: share(words.map((_, index) => most(({ holds }) => holds[index] ?? 0))),
    near: most(({ lines }) => nearShare(lines, words, total)),
  };
}

function missingOf(
  words: readonly WeighedWord[],
  spans: readonly ReadSpan[],
): Pick<Signals, 'absent' | 'unshown'> {
  const telling = words.filter(({ isTelling }) => isTelling);
  const isShown = (index: number): boolean => spans.some(({ holds }) => (holds[index] ?? 0) > 0);
  const unshown = words.filter(({ isTelling }, index) => isTelling && !isShown(index));
  return {
    absent: weightOf(words.filter(({ isAbsent }) => isAbsent)) / (weightOf(words) || 1),
    unshown: weightOf(unshown) / (weightOf(telling) || 1),
  };
}

function weightOf(words: readonly WeighedWord[]): number {
  return words.reduce((sum, { weight }) => sum + weight, 0);
}

/** The most of the question's weight that stands within a few lines. */
function nearShare(
  lines: readonly ReadonlySet<string>[],
  words: readonly WeighedWord[],
  total: number,
): number {
  const weights = new Float64Array(lines.length + 1);
  for (const { term, weight } of words) {
    let last = -window;
    // Each window that begins at most `window - 1` lines before a line with the word holds it, once.
    for (const [index, terms] of lines.entries()) {
      if (!containsWord(terms, term)) continue;
      for (let at = Math.max(0, index - window + 1, last + 1); at <= index; at += 1)
        weights[at] = (weights[at] ?? 0) + weight;
      last = index;
    }
  }
  return Math.max(0, ...weights) / total;
}

/** Of telling words next to each other in the question, the share of pairs that some span says together. */
function pairsShare(spans: readonly ReadSpan[], telling: readonly WeighedWord[]): number {
  const pairs = telling.slice(1).map((word, index) => [telling[index] ?? word, word] as const);
  const total = pairs.reduce((sum, [a, b]) => sum + a.weight + b.weight, 0);
  // One word stands together with itself, wherever it stands.
  if (total === 0)
    return Number(
      spans.some(({ lines, named }) =>
        telling.some(({ term }) => [named, ...lines].some((terms) => containsWord(terms, term))),
      ),
    );
  const together = pairs.filter(([a, b]) =>
    spans.some(
      ({ lines, named }) =>
        (containsWord(named, a.term) && containsWord(named, b.term)) || areTogether(lines, a.term, b.term),
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

/** In a small repository fewer chunks count, or the nearest would be most of it. */
function nearness(similarities: readonly number[]): Pick<Signals, 'nearest' | 'nearest5'> {
  const taken = Math.min(nearestTaken, Math.ceil(similarities.length * shareTaken));
  return {
    nearest: Math.max(0, similarities[0] ?? 0),
    nearest5: Math.max(0, mean(similarities.slice(0, taken))),
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
