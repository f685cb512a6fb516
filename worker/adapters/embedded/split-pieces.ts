/**
 * Splits text into pieces, the tokens of the embedded model: the parts of 2 to 24 letters that `identifierParts` finds (`HTTPServerError` →
 * `http`, `server`, `error`). The scan allocates no strings: it passes a piece as lower-case UTF-16 units in a buffer, with their FNV-1a
 * hash. Characters outside the Basic Multilingual Plane separate pieces.
 */

const minPieceLength = 2;
export const maxPieceLength = 24;

/** Constants of the 32-bit FNV-1a hash, which is computed over UTF-16 units here. */
const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

const separator = 1;
const upperCaseLetter = 2;
const lowerCaseLetter = 3;
const otherLetter = 4;
/** The kind of each UTF-16 unit; 0 until it is looked up. */
const kinds = new Uint8Array(65_536);

/** Buffer for one piece. Only `İ` has a lower-case form of two units; the second is dropped. */
const units = new Uint16Array(maxPieceLength);

/** Receives a piece as the first `length` units of `units`, which are valid only during the call. */
type PieceHandler = (units: Uint16Array, length: number, hash: number) => void;

export function splitPieces(text: string, onPiece: PieceHandler): void {
  const end = text.length;
  let index = 0;
  while (index < end) {
    const kind = lookUpKind(text.charCodeAt(index));
    if (kind === separator) {
      index += 1;
      continue;
    }
    const next = pieceEnd(text, index, kind);
    const length = next - index;
    if (length >= minPieceLength && length <= maxPieceLength)
      onPiece(units, length, writeLowerCase(text, index, length));
    index = next;
  }
}

/** Returns the pieces as strings, for training and tests, where speed matters less. */
export function listPieces(text: string): string[] {
  const pieces: string[] = [];
  splitPieces(text, (units, length) => {
    pieces.push(String.fromCharCode(...units.subarray(0, length)));
  });
  return pieces;
}

/** Hashes a piece given as a string. */
export function hashPiece(piece: string): number {
  let hash = offsetBasis;
  for (let index = 0; index < piece.length; index += 1)
    hash = Math.imul(hash ^ piece.charCodeAt(index), prime);
  return hash >>> 0;
}

/** Hashes the units of a buffer from `start` to `end` (exclusive). */
export function hashUnits(units: Uint16Array, start: number, end: number): number {
  let hash = offsetBasis;
  for (let index = start; index < end; index += 1) hash = Math.imul(hash ^ (units[index] ?? 0), prime);
  return hash >>> 0;
}

/** Finds the end of a piece like `identifierParts`: capitals except the last one before lower case, or lower case after at most one capital. */
function pieceEnd(text: string, start: number, kind: number): number {
  let index = start + 1;
  if (kind === otherLetter) {
    while (kindAt(text, index) !== separator) index += 1;
    return index;
  }
  if (kind === upperCaseLetter) {
    while (kindAt(text, index) === upperCaseLetter) index += 1;
    if (kindAt(text, index) !== lowerCaseLetter) return index;
    if (index - start > 1) return index - 1;
  }
  while (kindAt(text, index) === lowerCaseLetter) index += 1;
  return index;
}

function kindAt(text: string, index: number): number {
  return index < text.length ? lookUpKind(text.charCodeAt(index)) : separator;
}

function lookUpKind(unit: number): number {
  const cached = kinds[unit] ?? 0;
  if (cached !== 0) return cached;
  const kind = readKind(String.fromCharCode(unit));
  kinds[unit] = kind;
  return kind;
}

function readKind(character: string): number {
  if (/\p{Lu}/u.test(character)) return upperCaseLetter;
  if (/\p{Ll}/u.test(character)) return lowerCaseLetter;
  return /\p{L}/u.test(character) ? otherLetter : separator;
}

/** Writes the piece in lower case to `units` and returns its hash. */
function writeLowerCase(text: string, start: number, length: number): number {
  let hash = offsetBasis;
  for (let index = 0; index < length; index += 1) {
    const unit = text.charCodeAt(start + index);
    const lowerCaseUnit = unit < 128 ? unit | 32 : String.fromCharCode(unit).toLowerCase().charCodeAt(0);
    units[index] = lowerCaseUnit;
    hash = Math.imul(hash ^ lowerCaseUnit, prime);
  }
  return hash >>> 0;
}
