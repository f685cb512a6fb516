/**
 * Private keys in PEM and OpenPGP armour (RFC 7468, RFC 9580). They are found whole and short (Ed25519),
 * encrypted, with headers, and quoted in a program's strings.
 */

import type { SecretMask } from '../../core/files/file.ts';

const marker = /-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** Runs of base64; shorter ones are words. */
const base64Run = /[A-Za-z0-9+/=]{32,}/g;
/** Of the visible characters between the markers: the rest is line ends, headers, quotes and plus signs. */
const leastBase64Share = 0.5;

/** What stands between the lines of a key: line ends, also escaped, quotes and what joins strings. */
const joint = String.raw`(?:[\s"'\x60+,]|\\[nr])*`;
const header = String.raw`(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID): [^\n\\]{0,200}`;
/** A line of a key with what stands before it. The last line may be short. */
const keyLine = new RegExp(
  `${joint}(?:${header}|([A-Za-z0-9+/]{32,}={0,2})|(=?[A-Za-z0-9+/]{1,31}={0,2}))`,
  'y',
);

/**
 * Every block from its first marker to its last whose body is base64: neither a placeholder nor code between two strings. A block that is
 * cut off reaches to its last line of base64.
 */
export function findPrivateKeys(text: string): readonly SecretMask[] {
  const masks: SecretMask[] = [];
  if (!text.includes('PRIVATE KEY')) return masks;
  let begin: RegExpExecArray | undefined;
  const close = (at: number, end?: number): void => {
    if (begin === undefined) return;
    const bodyStart = begin.index + begin[0].length;
    const body = text.slice(bodyStart, at);
    const isWhole = end !== undefined && isKey(body);
    const last = isWhole ? end : bodyStart + lengthOfKeyLines(body);
    if (last > bodyStart) masks.push({ start: begin.index, end: last, rule: 'private-key-block' });
    begin = undefined;
  };
  for (const match of text.matchAll(marker)) {
    const isEnd = match[1] === 'END';
    close(match.index, isEnd ? match.index + match[0].length : undefined);
    if (!isEnd) begin = match;
  }
  close(text.length);
  return masks;
}

/** How far the lines of a key reach from the beginning of `body`; 0 where there are none. */
function lengthOfKeyLines(body: string): number {
  let end = 0;
  keyLine.lastIndex = 0;
  for (let line = keyLine.exec(body); line !== null; line = keyLine.exec(body)) {
    if (line[1] !== undefined) end = keyLine.lastIndex;
    const short = line[2];
    if (short === undefined) continue;
    // A word of the text behind the key has no digits.
    const isOfKey = end > 0 && (/[\d=+/]/.test(short) || keyLine.lastIndex === body.length);
    return isOfKey ? keyLine.lastIndex : end;
  }
  return end;
}

function isKey(body: string): boolean {
  const base64 = (body.match(base64Run) ?? []).reduce((total, run) => total + run.length, 0);
  const visible = body.replace(/\s+/g, '').length;
  return base64 > 0 && base64 >= leastBase64Share * visible;
}
