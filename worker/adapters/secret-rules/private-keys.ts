/**
 * Finds private keys in PEM and OpenPGP armor (RFC 7468, RFC 9580), including short ones (Ed25519), encrypted ones, keys with headers, and keys
 * in string literals.
 */

import type { SecretMask } from '../../core/files/file.ts';

const marker = /-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** Matches runs of base64. Shorter runs are ordinary words. */
const base64Run = /[A-Za-z0-9+/=]{32,}/g;
/** Minimum fraction of base64 among the visible characters between the markers. The others are headers, quotes and plus signs. */
const minBase64Fraction = 0.5;

/** Matches what separates the lines of a key: line breaks (raw or escaped), quotes and string concatenation. */
const separator = String.raw`(?:[\s"'\x60+,]|\\[nr])*`;
const header = String.raw`(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID): [^\n\\]{0,200}`;
/** Matches a line of a key with the separator before it. The last line may be short. */
const keyLine = new RegExp(
  `${separator}(?:${header}|([A-Za-z0-9+/]{32,}={0,2})|(=?[A-Za-z0-9+/]{1,31}={0,2}))`,
  'y',
);

/**
 * Masks every block between markers whose body is base64, but not a placeholder or code between two strings. A block without an end marker ends
 * with its last line of base64.
 */
export function findPrivateKeys(text: string): readonly SecretMask[] {
  const masks: SecretMask[] = [];
  if (!text.includes('PRIVATE KEY')) return masks;
  let begin: RegExpExecArray | undefined;
  const endBlock = (bodyEnd: number, end?: number): void => {
    if (begin === undefined) return;
    const bodyStart = begin.index + begin[0].length;
    const body = text.slice(bodyStart, bodyEnd);
    const isComplete = end !== undefined && isKey(body);
    const maskEnd = isComplete ? end : bodyStart + measureKeyLines(body);
    if (maskEnd > bodyStart) masks.push({ start: begin.index, end: maskEnd, rule: 'private-key-block' });
    begin = undefined;
  };
  for (const match of text.matchAll(marker)) {
    const isEnd = match[1] === 'END';
    endBlock(match.index, isEnd ? match.index + match[0].length : undefined);
    if (!isEnd) begin = match;
  }
  endBlock(text.length);
  return masks;
}

/** Returns the length of the key lines at the start of `body`; 0 if there are none. */
function measureKeyLines(body: string): number {
  let end = 0;
  keyLine.lastIndex = 0;
  for (let line = keyLine.exec(body); line !== null; line = keyLine.exec(body)) {
    if (line[1] !== undefined) end = keyLine.lastIndex;
    const shortLine = line[2];
    if (shortLine === undefined) continue;
    // A word of text after the key has no digits.
    const belongsToKey = end > 0 && (/[\d=+/]/.test(shortLine) || keyLine.lastIndex === body.length);
    return belongsToKey ? keyLine.lastIndex : end;
  }
  return end;
}

function isKey(body: string): boolean {
  const base64 = (body.match(base64Run) ?? []).reduce((total, run) => total + run.length, 0);
  const visible = body.replace(/\s+/g, '').length;
  return base64 > 0 && base64 >= minBase64Fraction * visible;
}
