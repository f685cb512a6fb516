/**
 * Compares a typed word with a path that may not contain it. Three ways of typing a path are recognized: the beginnings of its words
 * (`smrouter` for `smart-router`), typos (`scafold` for `scaffold`), and a word without some of its letters (`bluprnt` for `blueprint`).
 */

import { closestPrefix, maxTyposIn } from '../../core/text/edit-distance.ts';
import type { PathWord } from './split-path.ts';
import type { TextRange } from './text-range.ts';

interface ApproximateMatch {
  /** 0 if the path contains the word; otherwise about 1 per typo. */
  readonly cost: number;
  readonly ranges: readonly TextRange[];
}

/** A word that is compared with many paths. */
export interface TypedWord {
  readonly text: string;
  /** The word without separators. */
  readonly letters: string;
  readonly maxTypos: number;
  /** Results of earlier comparisons, since most parts occur in many paths. */
  readonly closestPrefixes: Map<string, ReturnType<typeof closestPrefix>>;
}

/** Costs relative to a typo. */
const costs = { beginning: 0.5, skippedWord: 0.25, skippedLetter: 0.5 };
/** A shorter word is a part of too many others. */
const minAbbreviationLength = 4;
/** Longer words are not compared; the name of a file is rarely longer. */
const maxWordLength = 64;

export function toTypedWord(text: string): TypedWord {
  const letters = text.replaceAll(/[^\p{L}\p{N}]/gu, '');
  return { text, letters, maxTypos: maxTyposIn(text), closestPrefixes: new Map() };
}

/** A quick check that excludes most paths: nearly every letter occurs. */
export function mayResemble(lowerPath: string, { text, maxTypos }: TypedWord): boolean {
  return (
    lowerPath.includes(text) || (text.length <= maxWordLength && hasMostLetters(lowerPath, text, maxTypos))
  );
}

/** @returns undefined if the word does not resemble any part of the path */
export function approximateWord(
  lowerPath: string,
  pathWords: readonly PathWord[],
  word: TypedWord,
): ApproximateMatch | undefined {
  const { text } = word;
  const start = lowerPath.lastIndexOf(text);
  if (start >= 0) return { cost: 0, ranges: [{ start, end: start + text.length }] };
  const hasAllLetters = isSubsequence(text, lowerPath);
  let best = hasAllLetters ? matchBeginnings(pathWords, text) : undefined;
  for (const [index, pathWord] of pathWords.entries()) {
    best = matchTypos(pathWords, index, word, best?.cost) ?? best;
    const abbreviation = hasAllLetters ? matchAbbreviation(pathWord, text) : undefined;
    if (abbreviation !== undefined && abbreviation.cost <= (best?.cost ?? Infinity)) best = abbreviation;
  }
  return best;
}

function hasMostLetters(text: string, letters: string, maxMissing: number): boolean {
  let missing = 0;
  for (const letter of letters)
    if (!text.includes(letter)) {
      missing += 1;
      if (missing > maxMissing) return false;
    }
  return true;
}

/** Whether the letters occur in this order. */
function isSubsequence(letters: string, text: string): boolean {
  let position = 0;
  for (const letter of letters) {
    position = text.indexOf(letter, position) + 1;
    if (position === 0) return false;
  }
  return true;
}

/** Splits the word into beginnings of the path's words, in order: as few as possible, next to each other. */
function matchBeginnings(pathWords: readonly PathWord[], word: string): ApproximateMatch | undefined {
  /** By position in the word and by path word that may follow: the cheapest split of the remaining letters. */
  const known = new Map<number, ApproximateMatch | undefined>();
  const split = (position: number, from: number): ApproximateMatch | undefined => {
    if (position === word.length) return { cost: 0, ranges: [] };
    const key = position * pathWords.length + from;
    if (known.has(key)) return known.get(key);
    let best: ApproximateMatch | undefined;
    for (let index = from; index < pathWords.length; index += 1) {
      const { start = 0, text = '' } = pathWords[index] ?? {};
      for (let length = sharedLength(text, word, position); length > 0; length -= 1) {
        const rest = split(position + length, index + 1);
        if (rest === undefined) continue;
        const skipped = position === 0 ? 0 : index - from;
        const cost = rest.cost + costs.beginning + costs.skippedWord * skipped;
        if (best === undefined || cost <= best.cost)
          best = { cost, ranges: [{ start, end: start + length }, ...rest.ranges] };
      }
    }
    known.set(key, best);
    return best;
  };
  const match = isSequenceOfBeginnings(pathWords, word) ? split(0, 0) : undefined;
  if (match === undefined) return undefined;
  const count = match.ranges.length;
  const isContiguous = match.cost === count * costs.beginning;
  // Single letters of distant words are a coincidence.
  return isContiguous || count * 2 <= word.length + 1 ? match : undefined;
}

/** Whether the word is a sequence of beginnings of path words, in order; faster than finding the best sequence. */
function isSequenceOfBeginnings(pathWords: readonly PathWord[], word: string): boolean {
  /** 1 at each position that a sequence reaches. */
  const reached = new Uint8Array(word.length + 1);
  reached[0] = 1;
  for (const { text } of pathWords)
    // From the last position, so that a path word is used only once.
    for (let position = word.length - 1; position >= 0; position -= 1)
      if (reached[position] === 1)
        reached.fill(1, position + 1, position + 1 + sharedLength(text, word, position));
  return reached[word.length] === 1;
}

function sharedLength(text: string, word: string, position: number): number {
  let length = 0;
  while (length < text.length && text[length] === word[position + length]) length += 1;
  return length;
}

function matchTypos(
  pathWords: readonly PathWord[],
  index: number,
  { letters, maxTypos, closestPrefixes }: TypedWord,
  maxCost = Infinity,
): ApproximateMatch | undefined {
  const { rest = '' } = pathWords[index] ?? {};
  if (maxTypos === 0 || rest.length < letters.length - maxTypos) return undefined;
  const compared = rest.slice(0, letters.length + maxTypos);
  let closest = closestPrefixes.get(compared);
  if (closest === undefined && !closestPrefixes.has(compared)) {
    if (hasMostLetters(compared, letters, maxTypos)) closest = closestPrefix(letters, compared, maxTypos);
    closestPrefixes.set(compared, closest);
  }
  return closest === undefined || closest.length === 0 || closest.distance > maxCost
    ? undefined
    : { cost: closest.distance, ranges: takeLetters(pathWords.slice(index), closest.length) };
}

/** The ranges of the next letters of the path's words. */
function takeLetters(pathWords: readonly PathWord[], count: number): readonly TextRange[] {
  const ranges: TextRange[] = [];
  let remaining = count;
  for (const { start, text } of pathWords) {
    if (remaining <= 0) break;
    ranges.push({ start, end: start + Math.min(remaining, text.length) });
    remaining -= text.length;
  }
  return ranges;
}

/** The letters occur in this order in the path's word, from its first letter, and are more than half of it. */
function matchAbbreviation({ text, start }: PathWord, word: string): ApproximateMatch | undefined {
  if (word.length < minAbbreviationLength || text[0] !== word[0]) return undefined;
  let position = 0;
  for (const letter of word) {
    position = text.indexOf(letter, position) + 1;
    if (position === 0) return undefined;
  }
  const skipped = position - word.length;
  return skipped >= word.length
    ? undefined
    : { cost: skipped * costs.skippedLetter, ranges: [{ start, end: start + position }] };
}
