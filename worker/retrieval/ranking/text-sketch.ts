/**
 * Estimates the similarity of two texts from shared three-word runs by MinHash (Broder 1997, "On the resemblance
 * and containment of documents").
 */

/** Maximum number of words read of a text. A chunk has fewer. */
const maxWords = 1_200;
const wordsPerRun = 3;
/** Number of hashes: the estimate is within ±0.1 in four of five cases. */
const sketchSize = 64;
/** Minimum number of distinct runs. A text with fewer resembles too many others. */
const minRuns = 20;

/** The smallest hashes of word runs, ascending; undefined if the text is too short. */
export type TextSketch = Uint32Array;

export function sketchText(text: string): TextSketch | undefined {
  const runs = new Uint32Array(maxWords);
  let [first, second, third, words, runCount, isWord] = [0, 0, 0, 0, 0, false];
  for (let at = 0; at <= text.length && words < maxWords; at += 1) {
    const letter = at < text.length ? text.charCodeAt(at) : 0;
    if (isLetter(letter)) {
      third = Math.imul((isWord ? third : fnvOffset) ^ letter, fnvPrime);
      isWord = true;
    } else if (isWord) {
      isWord = false;
      if (++words >= wordsPerRun) runs[runCount++] = mixHashes(first, second, third);
      [first, second] = [second, third];
    }
  }
  const sketch = takeSmallestDistinct(runs.subarray(0, runCount).sort());
  return sketch.length < minRuns ? undefined : sketch;
}

/** Returns the first distinct values of ascending numbers. */
function takeSmallestDistinct(ascending: Uint32Array): TextSketch {
  const values = new Uint32Array(sketchSize);
  let count = 0;
  for (const hash of ascending) {
    if (count === sketchSize) break;
    if (count === 0 || values[count - 1] !== hash) values[count++] = hash;
  }
  return values.slice(0, count);
}

/** Whether the code unit is a letter, digit or `_`. Everything outside ASCII is treated as a letter. */
function isLetter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code > 127
  );
}

/** Estimates the number of common runs as a fraction of the runs of both texts, 0 to 1. */
export function estimateResemblance(one: TextSketch, other: TextSketch): number {
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

/** Combines three word hashes with the finalizer of MurmurHash3, so that hashes of runs are uniformly distributed. */
function mixHashes(first: number, second: number, third: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ third;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
