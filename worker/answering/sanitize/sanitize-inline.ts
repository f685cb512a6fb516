/**
 * Sanitizes inline Markdown outside code: breaks up anything a client could turn into a link, image or element.
 */

import { readInlineCode } from './sanitize-code.ts';
import type { SanitizedPiece, ReadPosition } from './sanitized-piece.ts';
import { parseCitation } from './parse-citation.ts';

const wordPattern = /[A-Za-z]+/y;
const otherCharacters = /[^A-Za-z\n`~[(【<&@:\\]+/y;

/** @returns undefined if only more text can decide */
export function readInText(position: ReadPosition): SanitizedPiece | undefined {
  const { text, at } = position;
  switch (text[at]) {
    case '`':
      return readInlineCode(position);
    case '[':
    case '(':
    case '【':
      return readBracket(position);
    case '<':
      return readAngle(position);
    case '&':
      return readEntity(position);
    case '@':
      return readAt(position);
    case ':':
      return readColon(position);
    case '\\':
      return readBackslash(position);
    case '\n':
      return { length: 1, output: '\n' };
    default:
      return /[A-Za-z]/.test(text[at] ?? '') ? readWord(position) : readOthers(position);
  }
}

function readBracket({ text, at, isWhole, last }: ReadPosition): SanitizedPiece | undefined {
  const cited = parseCitation(text, at, { before: last, isWhole });
  if (cited === 'wait') return undefined;
  if (cited !== undefined)
    return { length: cited.length, output: cited.ids.map((id) => `[chunk:${id}]`).join('') };
  const bracket = text[at] ?? '';
  return { length: 1, output: bracket === '(' && last === ']' ? ' (' : bracket };
}

function readAngle({ text, at, isWhole }: ReadPosition): SanitizedPiece | undefined {
  const next = text[at + 1];
  if (next === undefined && !isWhole) return undefined;
  return { length: 1, output: next !== undefined && /[A-Za-z/!?]/.test(next) ? '< ' : '<' };
}

const entity = /&(#\d{1,8}|#[xX][0-9A-Fa-f]{1,8}|[A-Za-z][A-Za-z0-9]{1,31});/y;
const maybeEntity = /&(?:#(?:\d{0,8}|[xX][0-9A-Fa-f]{0,8})|[A-Za-z][A-Za-z0-9]{0,31})?$/y;
const safeEntities = new Set('amp lt gt quot apos nbsp mdash ndash hellip copy'.split(' '));

/** Escapes character references, because a decoded character may complete an address. */
function readEntity({ text, at, isWhole }: ReadPosition): SanitizedPiece | undefined {
  maybeEntity.lastIndex = at;
  if (!isWhole && maybeEntity.test(text)) return undefined;
  entity.lastIndex = at;
  const [whole, name = ''] = entity.exec(text) ?? [];
  if (whole === undefined) return { length: 1, output: '&' };
  return { length: whole.length, output: safeEntities.has(name) ? whole : `&amp;${whole.slice(1)}` };
}

/** A Markdown parser accepts a domain that begins with a dot. */
const domain = /[A-Za-z0-9_.-]{1,100}/y;

/** Splits mail addresses with a space. A version after a package's name is not an address. */
function readAt({ text, at, isWhole, last }: ReadPosition): SanitizedPiece | undefined {
  if (!/[A-Za-z0-9_.+-]/.test(last)) return { length: 1, output: '@' };
  domain.lastIndex = at + 1;
  const match = domain.exec(text)?.[0] ?? '';
  if (at + 1 + match.length === text.length && match.length < 100 && !isWhole) return undefined;
  const isAddress = match.includes('.') && /[A-Za-z]/.test(match);
  return { length: 1, output: isAddress ? ' @' : '@' };
}

function readColon({ text, at, isWhole, last, opensLabel }: ReadPosition): SanitizedPiece | undefined {
  if (opensLabel && last === ']') return { length: 1, output: ' :' };
  const next = text.slice(at + 1, at + 3);
  if (!isWhole && next.length < 2 && '//'.startsWith(next)) return undefined;
  return { length: 1, output: next === '//' && /[A-Za-z0-9+.-]/.test(last) ? ': ' : ':' };
}

function readBackslash({ text, at, isWhole, last }: ReadPosition): SanitizedPiece | undefined {
  const next = text[at + 1];
  if (next === undefined) return isWhole ? { length: 1, output: '\\' } : undefined;
  if (next === '`') return { length: 2, output: '&#96;' };
  // `readAngle` and `readBracket` sanitize what follows; an escaped citation still counts as one.
  if (next === '<' || next === '[') return { length: 1, output: '' };
  if (next === '/' || next === ':' || next === '@') return { length: 2, output: `\\\\${next}` };
  if (next === '.' && /[A-Za-z]/.test(last)) return { length: 2, output: '\\\\.' };
  return /[!-/:-@[-`{-~]/.test(next) ? { length: 2, output: `\\${next}` } : { length: 1, output: '\\' };
}

/** Text that Markdown clients link automatically. */
const addressStart = /https?:\/\/|ftp:\/\/|www\.|(?:mailto|xmpp):(?=[A-Za-z0-9])/iy;
const maxSchemeLength = 'https://'.length;
const schemes = ['https://', 'http://', 'ftp://', 'www.', 'mailto:', 'xmpp:'] as const;

function readWord(position: ReadPosition): SanitizedPiece | undefined {
  const { text, at, last } = position;
  wordPattern.lastIndex = at;
  const output = wordPattern.exec(text)?.[0] ?? '';
  if (/[A-Za-z]/.test(last)) return { length: output.length, output };
  addressStart.lastIndex = at;
  const scheme = addressStart.exec(text)?.[0];
  if (scheme === undefined) return mayBeginAddress(position) ? undefined : { length: output.length, output };
  const separator = last === '`' || last === '\\' ? ' ' : '';
  return { length: scheme.length, output: `${separator}\`${scheme}`, opens: 'address' };
}

/** Returns whether the text from here to its end may be the beginning of an address. */
function mayBeginAddress({ text, at, isWhole }: ReadPosition): boolean {
  if (isWhole || text.length - at > maxSchemeLength) return false;
  const rest = text.slice(at).toLowerCase();
  return schemes.some((scheme) => scheme.startsWith(rest));
}

function readOthers({ text, at }: ReadPosition): SanitizedPiece {
  otherCharacters.lastIndex = at;
  const output = otherCharacters.exec(text)?.[0] ?? text[at] ?? '';
  return { length: output.length, output };
}

const addressCharacters = /[^\s<>`"“”|[\](){}\\。，、；：！？）】」]+/y;
const trailing = /[.,;:!?'*_~]+$/;
/** This many punctuation marks in a row end an address; the sanitizer buffers no more. */
const maxMarks = 50;
const manyMarks = /[.,;:!?'*_~]{50}/;

/** Reads more of an address, or its end. Trailing punctuation is not part of it. */
export function readAddress({ text, at, isWhole }: ReadPosition): SanitizedPiece | undefined {
  addressCharacters.lastIndex = at;
  const match = addressCharacters.exec(text)?.[0] ?? '';
  const manyMarksIndex = manyMarks.exec(match)?.index;
  const marks =
    manyMarksIndex === undefined ? (trailing.exec(match)?.[0].length ?? 0) : match.length - manyMarksIndex;
  const length = match.length - marks;
  const output = text.slice(at, at + length);
  const canContinue = at + match.length === text.length && !isWhole && marks < maxMarks;
  if (!canContinue || manyMarksIndex !== undefined) return { length, output: `${output}\``, closes: true };
  return length === 0 ? undefined : { length, output };
}
