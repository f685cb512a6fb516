/**
 * Compares a typed word with a path that may not contain it. Three ways of typing a path are recognized: the beginnings of its words
 * (`smrouter` for `smart-router`), typos (`scafold` for `scaffold`), and a word without some of its letters (`bluprnt` for `blueprint`).
 */

import { closestPrefix, maxTyposIn } from '../../core/text/edit-distance.ts';
import type { TextRange } from './text-range.ts';

interface ApproximateMatch {
  /** 0 if the path contains the word; otherwise about 1 per typo. */
  readonly cost: number;
  readonly ranges: readonly TextRange[];
}

interface PathWord extends TextRange {
  readonly text: string;
  /** The word and the others of its segment that follow it, without separators. */
  readonly rest: string;
}

const wordPattern = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{L}+|\p{N}+/gu;
/** Costs relative to a typo. */
const costs = { beginning: 0.5, skippedWord: 0.25, skippedLetter: 0.5 };
/** A shorter word is a part of too many others. */
const minAbbreviationLength = 4;
/** Longer words are not compared; the name of a file is rarely longer. */
const maxWordLength = 64;

/** @returns undefined if the word does not resemble any part of the path */
export function approximateWord(path: string, lowerPath: string, word: string): ApproximateMatch | undefined {
  const start = lowerPath.lastIndexOf(word);
  if (start >= 0) return { cost: 0, ranges: [{ start, end: start + word.length }] };
  if (word.length > maxWordLength || !isLoosely(word, lowerPath)) return undefined;
  const pathWords = splitPath(path, lowerPath);
  const candidates = [
    matchBeginnings(pathWords, word),
    ...pathWords.flatMap((pathWord, index) => [
      matchTypos(pathWords, index, word),
      matchAbbreviation(pathWord, word),
    ]),
  ];
  let best: ApproximateMatch | undefined;
  for (const candidate of candidates)
    if (candidate !== undefined && (best === undefined || candidate.cost <= best.cost)) best = candidate;
  return best;
}

/** A quick check that excludes most paths: nearly every letter occurs. */
function isLoosely(word: string, lowerPath: string): boolean {
  let missing = 0;
  for (const letter of word) if (!lowerPath.includes(letter)) missing += 1;
  return missing <= maxTyposIn(word);
}

function splitPath(path: string, lowerPath: string): readonly PathWord[] {
  const words: PathWord[] = [];
  // From the last word, so that `rest` is known of the next one.
  for (const { index, 0: text } of [...path.matchAll(wordPattern)].toReversed()) {
    const end = index + text.length;
    const next = words.at(-1);
    const isSameSegment = next !== undefined && !/[/.]/.test(path.slice(end, next.start));
    const lowerText = lowerPath.slice(index, end);
    words.push({
      start: index,
      end,
      text: lowerText,
      rest: isSameSegment ? lowerText + next.rest : lowerText,
    });
  }
  return words.toReversed();
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
  const match = split(0, 0);
  if (match === undefined) return undefined;
  const count = match.ranges.length;
  const isContiguous = match.cost === count * costs.beginning;
  // Single letters of distant words are a coincidence.
  return isContiguous || count * 2 <= word.length + 1 ? match : undefined;
}

function sharedLength(text: string, word: string, position: number): number {
  let length = 0;
  while (length < text.length && text[length] === word[position + length]) length += 1;
  return length;
}

function matchTypos(
  pathWords: readonly PathWord[],
  index: number,
  word: string,
): ApproximateMatch | undefined {
  const first = pathWords[index];
  const maxTypos = maxTyposIn(word);
  if (first === undefined || maxTypos === 0) return undefined;
  const letters = word.replaceAll(/[^\p{L}\p{N}]/gu, '');
  const closest = closestPrefix(letters, first.rest, maxTypos);
  return closest === undefined || closest.length === 0
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
