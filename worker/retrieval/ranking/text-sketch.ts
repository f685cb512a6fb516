/**
 * Estimates the similarity of two texts from shared three-word runs by MinHash (Broder 1997, "On the resemblance
 * and containment of documents").
 */

/** Maximum words read of a text; a chunk has fewer. */
const maxWords = 1_200;
const wordsARun = 3;
/** Number of hashes: the estimate is within ±0.1 in four of five cases. */
const sketchSize = 64;
/** A text with fewer runs resembles too many others. */
const fewestRuns = 20;

/** The smallest hashes of word runs, ascending; undefined if the text is too short. */
export type TextSketch = Uint32Array;

export function sketchText(text: string): TextSketch | undefined {
  const runs = new Uint32Array(maxWords);
  let [first, second, third, words, made, isWord] = [0, 0, 0, 0, 0, false];
  for (let at = 0; at <= text.length && words < maxWords; at += 1) {
    const letter = at < text.length ? text.charCodeAt(at) : 0;
    if (isLetter(letter)) {
      third = Math.imul((isWord ? third : fnvOffset) ^ letter, fnvPrime);
      isWord = true;
    } else if (isWord) {
      isWord = false;
      if (++words >= wordsARun) runs[made++] = mixed(first, second, third);
      [first, second] = [second, third];
    }
  }
  const smallest = distinct(runs.subarray(0, made).sort());
  return smallest.length < fewestRuns ? undefined : smallest;
}

/** The first distinct values of ascending numbers. */
function distinct(ascending: Uint32Array): TextSketch {
  const few = new Uint32Array(sketchSize);
  let count = 0;
  for (const hash of ascending) {
    if (count === sketchSize) break;
    if (count === 0 || few[count - 1] !== hash) few[count++] = hash;
  }
  return few.slice(0, count);
}

/** Letters, digits and `_`; whatever is not ASCII counts as a letter. */
function isLetter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code > 127
  );
}

/** The fraction of common runs among the runs of both, 0 to 1. */
export function resemblance(one: TextSketch, other: TextSketch): number {
  let [a, b, seen, shared] = [0, 0, 0, 0];
  while (seen < sketchSize && (a < one.length || b < other.length)) {
    const [left, right] = [one[a] ?? Infinity, other[b] ?? Infinity];
    if (left === right) shared += 1;
    if (left <= right) a += 1;
    if (right <= left) b += 1;
    seen += 1;
  }
  return shared / Math.max(1, seen);
}

/** FNV-1a of each word, https://datatracker.ietf.org/doc/draft-eastlake-fnv/ */
const fnvOffset = 0x811c9dc5;
const fnvPrime = 0x01000193;

/** The finalizer of MurmurHash3 over the three, so that hashes of runs are uniformly distributed. */
function mixed(first: number, second: number, third: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ third;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
