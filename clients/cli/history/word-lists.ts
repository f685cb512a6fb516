/**
 * The words of lines, which tell how like one another they are. Of many lines they lie in one array of hashes: a list for each
 * would cost more than what it holds.
 */

import { isSpace, isWordByte } from './line-facts.ts';
import { createDefinitionReader } from './read-definition.ts';
import { weightOfCode, wordCode } from './word-code.ts';

/** Bytes of a line that are looked at for its words, and words kept of it: likeness needs no more. */
const maxBytesRead = 2_000;
const maxWords = 150;
const firstCapacity = 1_024;

export interface WordLists {
  /** Lines taken. */
  readonly count: number;
  /** Sorted within each line; the lowest four bits of a hash are the word's weight. */
  readonly words: Uint32Array;
  /** Where a line's words begin; those of the next begin where they end. */
  start(line: number): number;
  /** Of all its words. */
  weight(line: number): number;
  /** The word a line defines, as among its words; 0 where it defines none. */
  defines(line: number): number;
  /** Whether a line defines a word that does not stand in that line of the others. */
  definesAnew(line: number, others: WordLists, other: number): boolean;
  push(bytes: Uint8Array, start: number, end: number): void;
  clear(): void;
}

export function createWordLists(): WordLists {
  let words = new Uint32Array(firstCapacity);
  let length = 0;
  const starts: number[] = [0];
  const weights: number[] = [];
  const names: number[] = [];
  const put = (word: number, first: number): void => {
    if (length === words.length) {
      const larger = new Uint32Array(2 * length);
      larger.set(words);
      words = larger;
    }
    let at = length++;
    for (; at > first && (words[at - 1] ?? 0) > word; at--) words[at] = words[at - 1] ?? 0;
    words[at] = word;
  };
  return {
    get count() {
      return weights.length;
    },
    get words() {
      return words;
    },
    start: (line) => starts[line] ?? length,
    weight: (line) => weights[line] ?? 0,
    defines: (line) => names[line] ?? 0,
    definesAnew: (line, others, other) => {
      const name = names[line] ?? 0;
      if (name === 0) return false;
      return !others.words.subarray(others.start(other), others.start(other + 1)).includes(name);
    },
    push: (bytes, start, end) => {
      const first = length;
      const last = Math.min(end, start + maxBytesRead);
      let weight = 0;
      const definition = createDefinitionReader();
      for (let begin = start, at = start; begin < last; begin = at) {
        at = endOfWord(bytes, begin, last);
        const byte = bytes[begin] ?? 0;
        if (isSpace(byte)) continue;
        if (length === first + maxWords) break;
        const word = wordCode(bytes, begin, at);
        weight += weightOfCode(word);
        definition.read(word, isWordByte(byte) ? undefined : byte);
        put(word, first);
      }
      starts.push(length);
      weights.push(weight);
      names.push(definition.name());
    },
    clear: () => {
      length = 0;
      starts.length = 1;
      weights.length = 0;
      names.length = 0;
    },
  };
}

/** Weight of what two lines have both, of what they have together: 0 to 1, and 0 where it cannot reach `least`. */
export function likeness(
  left: { readonly lists: WordLists; readonly line: number },
  right: { readonly lists: WordLists; readonly line: number },
  least: number,
): number {
  const [leftWeight, rightWeight] = [left.lists.weight(left.line), right.lists.weight(right.line)];
  const all = leftWeight + rightWeight;
  if (all === 0 || 2 * Math.min(leftWeight, rightWeight) < least * all) return 0;
  const [leftWords, rightWords] = [left.lists.words, right.lists.words];
  const [leftEnd, rightEnd] = [left.lists.start(left.line + 1), right.lists.start(right.line + 1)];
  let [at, other] = [left.lists.start(left.line), right.lists.start(right.line)];
  let common = 0;
  while (at < leftEnd && other < rightEnd) {
    const one = leftWords[at] ?? 0;
    const two = rightWords[other] ?? 0;
    if (one === two) common += weightOfCode(one);
    if (one <= two) at++;
    if (two <= one) other++;
  }
  return (2 * common) / all;
}

/** A run of letters and digits, one character outside ASCII, or one sign. */
function endOfWord(bytes: Uint8Array, start: number, last: number): number {
  let at = start + 1;
  if (isWordByte(bytes[start] ?? 0)) while (at < last && isWordByte(bytes[at] ?? 0)) at++;
  else if ((bytes[start] ?? 0) >= 0xc0) while (at < last && ((bytes[at] ?? 0) & 0xc0) === 0x80) at++;
  return at;
}
