/** What lines are known by, their text not kept: a hash of their bytes without white space, how many letters they hold. */

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

const underscore = 95;

export function isSpace(byte: number): boolean {
  return byte === 32 || (byte >= 9 && byte <= 13);
}

export function isWordByte(byte: number): boolean {
  const letter = byte | 32;
  return (letter >= 97 && letter <= 122) || (byte >= 48 && byte <= 57) || byte === underscore;
}
