/** A word of a line as a number: a hash whose lowest four bits are its weight. */

import { isWordByte } from './line-facts.ts';

/** A word weighs as many as it has bytes and one, a sign one; a long name no more than this. */
const maxWeight = 8;
const weightOfOther = 2;
const prime = 0x01000193;

export function wordCode(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] ?? 0), prime);
  hash ^= hash >>> 15;
  return ((hash << 4) | weightOf(bytes[start] ?? 0, end - start)) >>> 0;
}

export function weightOfCode(code: number): number {
  return code & 15;
}

function weightOf(byte: number, length: number): number {
  if (isWordByte(byte)) return Math.min(maxWeight, length + 1);
  return byte < 0x80 ? 1 : weightOfOther;
}
