/**
 * What lines are compared by: a hash of their bytes without white space, how many letters and digits they hold, and their words.
 * Numbers alone are kept, never text.
 */

/** Bytes of a line that are looked at for its words, and words kept of it: likeness needs no more. */
const maxBytesRead = 2_000;
const maxWords = 150;
/** A word weighs as many as it has bytes, a sign one; a long name no more than this. */
const maxWeight = 8;

const firstPrime = 0x01000193;
const secondPrime = 0x85ebca6b;
const upper = 2 ** 21;

/** 53 bits over the bytes that are no white space; the same for lines that differ in nothing else. */
export function hashLine(bytes: Uint8Array, start: number, end: number): number {
  let first = 0x811c9dc5;
  let second = 0x9747b28c;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (isSpace(byte)) continue;
    first = Math.imul(first ^ byte, firstPrime);
    second = Math.imul(second ^ byte, secondPrime);
    second ^= second >>> 13;
  }
  return (first >>> 0) * upper + (second >>> 11);
}

/** Letters and digits, every character outside ASCII as one. */
export function countLetters(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0xc0 || (isWordByte(byte) && byte !== underscore)) count++;
  }
  return count;
}

/** The words and signs of a line, sorted: each a hash whose lowest four bits are its weight. */
export function wordsOf(bytes: Uint8Array, start: number, end: number): Uint32Array {
  const words: number[] = [];
  const last = Math.min(end, start + maxBytesRead);
  let at = start;
  while (at < last && words.length < maxWords) {
    const begin = at;
    const byte = bytes[at] ?? 0;
    at = endOfWord(bytes, at, last);
    if (isSpace(byte)) continue;
    const weight = isWordByte(byte) ? Math.min(maxWeight, at - begin + 1) : byte >= 0x80 ? 2 : 1;
    words.push(((hashWord(bytes, begin, at) << 4) | weight) >>> 0);
  }
  return Uint32Array.from(words).sort();
}

/** Weight of what both have, of what they have together: 0 to 1. Lines without a word are like nothing. */
export function likeness(left: Uint32Array, right: Uint32Array, atLeast: number): number {
  const [leftWeight, rightWeight] = [weightOf(left), weightOf(right)];
  const all = leftWeight + rightWeight;
  if (all === 0 || 2 * Math.min(leftWeight, rightWeight) < atLeast * all) return 0;
  let common = 0;
  for (let at = 0, other = 0; at < left.length && other < right.length;) {
    const [one = 0, two = 0] = [left[at], right[other]];
    if (one === two) common += one & 15;
    if (one <= two) at++;
    if (two <= one) other++;
  }
  return (2 * common) / all;
}

export function weightOf(words: Uint32Array): number {
  let weight = 0;
  for (const word of words) weight += word & 15;
  return weight;
}

const underscore = 95;

function isSpace(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}

function isWordByte(byte: number): boolean {
  const letter = byte | 32;
  return (letter >= 97 && letter <= 122) || (byte >= 48 && byte <= 57) || byte === underscore;
}

/** A run of letters and digits, one character outside ASCII, or one sign. */
function endOfWord(bytes: Uint8Array, start: number, last: number): number {
  let at = start + 1;
  if (isWordByte(bytes[start] ?? 0)) while (at < last && isWordByte(bytes[at] ?? 0)) at++;
  else if ((bytes[start] ?? 0) >= 0xc0) while (at < last && ((bytes[at] ?? 0) & 0xc0) === 0x80) at++;
  return at;
}

function hashWord(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), firstPrime);
  return hash ^ (hash >>> 15);
}
