/**
 * Private keys in PEM and OpenPGP armour (RFC 7468, RFC 9580). They are found whole and short (Ed25519),
 * encrypted, with headers, and quoted in a program's strings.
 */

import type { SecretMask } from '../../core/file.ts';

const marker = /-----(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** Runs of base64; shorter ones are words. */
const base64Run = /[A-Za-z0-9+/=]{32,}/g;
/** Of the visible characters between the markers: the rest is line ends, headers, quotes and plus signs. */
const leastBase64Share = 0.5;

/** Every block from its first marker to its last whose body is base64: neither a placeholder nor code between two strings. */
export function findPrivateKeys(text: string): readonly SecretMask[] {
  const masks: SecretMask[] = [];
  if (!text.includes('PRIVATE KEY')) return masks;
  let begin: RegExpExecArray | undefined;
  for (const match of text.matchAll(marker)) {
    if (match[1] === 'BEGIN') {
      begin = match;
    } else if (begin !== undefined) {
      const body = text.slice(begin.index + begin[0].length, match.index);
      const end = match.index + match[0].length;
      if (isKey(body)) masks.push({ start: begin.index, end, rule: 'private-key-block' });
      begin = undefined;
    }
  }
  return masks;
}

function isKey(body: string): boolean {
  const base64 = (body.match(base64Run) ?? []).reduce((total, run) => total + run.length, 0);
  const visible = body.replace(/\s+/g, '').length;
  return base64 > 0 && base64 >= leastBase64Share * visible;
}
