/**
 * Decodes bytes to text and back. `encodeText` returns the exact bytes that `decodeText` read, so a file can be stored as text and still
 * be hashed byte for byte. A byte-order mark stays in the text as U+FEFF.
 *
 * A line ends only after `\n`, as in git and in editors: `\r\n` ends one line, a lone `\r` ends none. Text after the last `\n` is a line
 * if it is not empty.
 */

import type { Encoding } from '../files/file.ts';

interface DecodedText {
  readonly text: string;
  readonly encoding: Encoding;
}

/** A file with more than one control character in this many characters is binary. */
const charactersPerControl = 50;

/** The meaning of bytes 0x80–0x9F in windows-1252. The five undefined ones map to themselves, as in the WHATWG standard. */
const upperControls =
  '\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f' +
  '\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178';

const byteOfUpperControl = new Map([...upperControls].map((character, index) => [character, 0x80 + index]));

/**
 * The text of a file, or undefined if it is binary. Only a byte-order mark identifies UTF-16. Invalid UTF-8 is decoded as windows-1252,
 * where every byte is a character: text in another encoding keeps its bytes, but not its letters.
 */
export function decodeText(bytes: Uint8Array): DecodedText | undefined {
  const wide = wideEncoding(bytes);
  if (wide !== undefined) {
    const text = decodeStrictly(bytes, wide);
    return text === undefined || looksBinary(text) ? undefined : { text, encoding: wide };
  }
  if (bytes.includes(0)) return undefined;
  const utf8 = decodeStrictly(bytes, 'utf-8');
  const decoded: DecodedText =
    utf8 === undefined
      ? { text: decodeWindows1252(bytes), encoding: 'windows-1252' }
      : { text: utf8, encoding: 'utf-8' };
  return looksBinary(decoded.text) ? undefined : decoded;
}

/**
 * The bytes that a text was decoded from.
 * @throws RangeError if a character has no byte in windows-1252, which cannot happen with text from `decodeText`
 */
export function encodeText(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding === 'windows-1252') return encodeWindows1252(text);
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < text.length; i++) view.setUint16(i * 2, text.charCodeAt(i), encoding === 'utf-16le');
  return bytes;
}

/** The lines of a text with their terminators; joined, they are the text. */
export function splitLines(text: string): readonly string[] {
  const starts = lineStarts(text);
  return Array.from(starts, (start, index) => text.slice(start, starts[index + 1] ?? text.length));
}

/** The offset of each line in UTF-16 units: line `n` (1-based) begins at `lineStarts(text)[n - 1]`. Empty for an empty text. */
export function lineStarts(text: string): Uint32Array {
  const starts = new Uint32Array(countLines(text));
  let next = 0;
  for (let line = 0; line < starts.length; line++) {
    starts[line] = next;
    next = text.indexOf('\n', next) + 1;
  }
  return starts;
}

export function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return text === '' || text.endsWith('\n') ? lines : lines + 1;
}

function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : undefined;
}

function decodeStrictly(bytes: Uint8Array, encoding: Exclude<Encoding, 'windows-1252'>): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function looksBinary(text: string): boolean {
  let controls = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0) return true;
    // Tab to carriage return, and the escape character of colored terminal output, occur in text.
    if (code === 0x7f || (code < 0x20 && code !== 0x1b && (code < 0x09 || code > 0x0d))) controls++;
  }
  return controls * charactersPerControl > text.length;
}

// Implemented here because TextDecoder maps 0x80–0x9F to windows-1252 in some runtimes and to Latin-1 in others.
function decodeWindows1252(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; from += 8192) {
    pieces.push(String.fromCharCode(...bytes.subarray(from, from + 8192)));
  }
  return pieces
    .join('')
    .replace(/[\u0080-\u009f]/g, (control) => upperControls[control.charCodeAt(0) - 0x80] ?? control);
}

function encodeWindows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const byte = byteOfUpperControl.get(character) ?? character.charCodeAt(0);
    if (character.length > 1 || byte > 0xff)
      throw new RangeError(`windows-1252 has no byte for ${character}`);
    return byte;
  });
}
