/**
 * Sanitizes inline Markdown outside code: breaks up anything a client could turn into a link, image or element.
 */

import { readSpan } from './sanitize-code.ts';
import type { Piece, Reading } from './sanitize-text.ts';
import { parseCitation } from './parse-citation.ts';

export { readCode, readFence, type Fence } from './sanitize-code.ts';

const letters = /[A-Za-z]+/y;
const others = /[^A-Za-z\n`~[(【<&@:\\]+/y;

/** @returns undefined while more of the text may decide */
export function readInText(reading: Reading): Piece | undefined {
  const { text, at } = reading;
  switch (text[at]) {
    case '`':
      return readSpan(reading);
    case '[':
    case '(':
    case '【':
      return readBracket(reading);
    case '<':
      return readAngle(reading);
    case '&':
      return readEntity(reading);
    case '@':
      return readAt(reading);
    case ':':
      return readColon(reading);
    case '\\':
      return readBackslash(reading);
    case '\n':
      return { length: 1, give: '\n' };
    default:
      return /[A-Za-z]/.test(text[at] ?? '') ? readWord(reading) : readOthers(reading);
  }
}

function readBracket({ text, at, isWhole, last }: Reading): Piece | undefined {
  const cited = parseCitation(text, at, { before: last, isWhole });
  if (cited === 'wait') return undefined;
  if (cited !== undefined)
    return { length: cited.length, give: cited.ids.map((id) => `[chunk:${id}]`).join('') };
  const bracket = text[at] ?? '';
  return { length: 1, give: bracket === '(' && last === ']' ? ' (' : bracket };
}

function readAngle({ text, at, isWhole }: Reading): Piece | undefined {
  const next = text[at + 1];
  if (next === undefined && !isWhole) return undefined;
  return { length: 1, give: next !== undefined && /[A-Za-z/!?]/.test(next) ? '< ' : '<' };
}

const entity = /&(#\d{1,8}|#[xX][0-9A-Fa-f]{1,8}|[A-Za-z][A-Za-z0-9]{1,31});/y;
const maybeEntity = /&(?:#(?:\d{0,8}|[xX][0-9A-Fa-f]{0,8})|[A-Za-z][A-Za-z0-9]{0,31})?$/y;
const harmless = new Set('amp lt gt quot apos nbsp mdash ndash hellip copy'.split(' '));

/** A letter written by its number may be the one that makes an address of the letters beside it. */
function readEntity({ text, at, isWhole }: Reading): Piece | undefined {
  maybeEntity.lastIndex = at;
  if (!isWhole && maybeEntity.test(text)) return undefined;
  entity.lastIndex = at;
  const [whole, name = ''] = entity.exec(text) ?? [];
  if (whole === undefined) return { length: 1, give: '&' };
  return { length: whole.length, give: harmless.has(name) ? whole : `&amp;${whole.slice(1)}` };
}

const domain = /[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}/y;

/** A mail address is parted; a version behind a package's name is none. */
function readAt({ text, at, isWhole, last }: Reading): Piece | undefined {
  if (!/[A-Za-z0-9_.+-]/.test(last)) return { length: 1, give: '@' };
  domain.lastIndex = at + 1;
  const found = domain.exec(text)?.[0] ?? '';
  if (at + 1 + found.length === text.length && found.length < 100 && !isWhole) return undefined;
  const isAddress = found.includes('.') && /[A-Za-z]/.test(found);
  return { length: 1, give: isAddress ? ' @' : '@' };
}

function readColon({ text, at, isWhole, last, opensLabel }: Reading): Piece | undefined {
  if (opensLabel && last === ']') return { length: 1, give: ' :' };
  const next = text.slice(at + 1, at + 3);
  if (!isWhole && next.length < 2 && '//'.startsWith(next)) return undefined;
  return { length: 1, give: next === '//' && /[A-Za-z0-9+.-]/.test(last) ? ': ' : ':' };
}

function readBackslash({ text, at, isWhole, last }: Reading): Piece | undefined {
  const next = text[at + 1];
  if (next === undefined) return isWhole ? { length: 1, give: '\\' } : undefined;
  if (next === '`') return { length: 2, give: '&#96;' };
  // An angle or a bracket is made harmless by itself; a citation is one all the same.
  if (next === '<' || next === '[') return { length: 1, give: '' };
  if (next === '/' || next === ':' || next === '@') return { length: 2, give: `\\\\${next}` };
  if (next === '.' && /[A-Za-z]/.test(last)) return { length: 2, give: '\\\\.' };
  return /[!-/:-@[-`{-~]/.test(next) ? { length: 2, give: `\\${next}` } : { length: 1, give: '\\' };
}

/** What readers make a link of without any mark. */
const begins = /https?:\/\/|ftp:\/\/|www\.|(?:mailto|xmpp):(?=[A-Za-z0-9])/iy;
const longestBeginning = 'https://'.length;
const beginnings = ['https://', 'http://', 'ftp://', 'www.', 'mailto:', 'xmpp:'] as const;

function readWord(reading: Reading): Piece | undefined {
  const { text, at, last } = reading;
  letters.lastIndex = at;
  const give = letters.exec(text)?.[0] ?? '';
  if (/[A-Za-z]/.test(last)) return { length: give.length, give };
  begins.lastIndex = at;
  const begun = begins.exec(text)?.[0];
  if (begun === undefined) return mayBegin(reading) ? undefined : { length: give.length, give };
  const apart = last === '`' || last === '\\' ? ' ' : '';
  return { length: begun.length, give: `${apart}\`${begun}`, opens: 'address' };
}

/** Whether what stands from here to the end may yet be the beginning of an address. */
function mayBegin({ text, at, isWhole }: Reading): boolean {
  if (isWhole || text.length - at > longestBeginning) return false;
  const rest = text.slice(at).toLowerCase();
  return beginnings.some((one) => one.startsWith(rest));
}

function readOthers({ text, at }: Reading): Piece {
  others.lastIndex = at;
  const give = others.exec(text)?.[0] ?? text[at] ?? '';
  return { length: give.length, give };
}

const ofAddress = /[^\s<>`"“”|[\](){}\\。，、；：！？）】」]+/y;
const trailing = /[.,;:!?'*_~]+$/;
/** So many marks in a row end it: no more are held back. */
const mostMarks = 50;
const manyMarks = /[.,;:!?'*_~]{50}/;

/** Within an address: more of it, or its end. A mark at its end is no part of it. */
export function endOfAddress({ text, at, isWhole }: Reading): Piece | undefined {
  ofAddress.lastIndex = at;
  const found = ofAddress.exec(text)?.[0] ?? '';
  const many = manyMarks.exec(found)?.index;
  const marks = many === undefined ? (trailing.exec(found)?.[0].length ?? 0) : found.length - many;
  const length = found.length - marks;
  const give = text.slice(at, at + length);
  const goesOn = at + found.length === text.length && !isWhole && marks < mostMarks;
  if (!goesOn || many !== undefined) return { length, give: `${give}\``, closes: true };
  return length === 0 ? undefined : { length, give };
}
