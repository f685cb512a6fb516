/**
 * Identifies lines and words without storing their text: a hash of a line without whitespace, its number of letters,
 * and word codes.
 */
const firstPrime = 0x01000193;
const secondPrime = 0x85ebca6b;
const upperFactor = 2 ** 21;

/** Computes a 53-bit hash that ignores whitespace. */
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
  return (first >>> 0) * upperFactor + (second >>> 11);
}

/** Counts letters and digits; each non-ASCII character counts as one. */
export function countAlphanumerics(bytes: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0xc0 || (isWordByte(byte) && byte !== underscore)) count++;
  }
  return count;
}

const underscore = 95;

export function isSpace(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}

export function isWordByte(byte: number): boolean {
  const letter = byte | 32;
  return (letter >= 97 && letter <= 122) || (byte >= 48 && byte <= 57) || byte === underscore;
}

/** The weight of a word is its byte length plus one, up to this maximum. An ASCII symbol has the weight 1. */
const maxWeight = 8;
const nonAsciiWeight = 2;
const prime = 0x01000193;

/** Encodes a word as a number: a hash whose lowest four bits are the word's weight. */
export function wordCode(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), prime);
  hash ^= hash >>> 15;
  return ((hash << 4) | wordWeight(bytes[start] ?? 0, end - start)) >>> 0;
}

export function codeWeight(code: number): number {
  return code & 15;
}

function wordWeight(byte: number, length: number): number {
  if (isWordByte(byte)) return Math.min(maxWeight, length + 1);
  return byte < 0x80 ? 1 : nonAsciiWeight;
}
