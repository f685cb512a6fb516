/**
 * Splits text into pieces, the tokens of the embedded model: the parts that `identifierParts` finds (`HTTPServerError` → `http`, `server`,
 * `error`) of 2 to 24 letters. One scan without string allocations: a piece is passed on as lower-case UTF-16 units in a buffer, with their
 * FNV-1a hash. Characters outside the basic plane separate pieces.
 */

const minPieceLength = 2;
export const maxPieceLength = 24;

/** Fowler, Noll, Vo: the 32-bit FNV-1a, here over UTF-16 units. */
const offsetBasis = 0x811c9dc5;
const prime = 0x01000193;

const separator = 1;
const upper = 2;
const lower = 3;
const otherLetter = 4;
/** Kind of each UTF-16 unit; 0 while unknown. */
const kinds = new Uint8Array(65_536);

/** Buffer for one piece. Only `İ` has a lower case of two units; the second is dropped. */
const units = new Uint16Array(maxPieceLength);

/** @param length units of the piece, at the start of `units`; valid during the call. */
type TakePiece = (units: Uint16Array, length: number, hash: number) => void;

export function splitPieces(text: string, take: TakePiece): void {
  const end = text.length;
  let at = 0;
  while (at < end) {
    const kind = lookUpKind(text.charCodeAt(at));
    if (kind === separator) {
      at += 1;
      continue;
    }
    const next = pieceEnd(text, at, kind);
    const length = next - at;
    if (length >= minPieceLength && length <= maxPieceLength)
      take(units, length, writeLowerCase(text, at, length));
    at = next;
  }
}

/** The pieces as strings, for training and tests, where speed matters less. */
export function listPieces(text: string): string[] {
  const pieces: string[] = [];
  splitPieces(text, (units, length) => {
    pieces.push(String.fromCharCode(...units.subarray(0, length)));
  });
  return pieces;
}

/** The hash of a piece given as a string. */
export function hashPiece(piece: string): number {
  let hash = offsetBasis;
  for (let at = 0; at < piece.length; at += 1) hash = Math.imul(hash ^ piece.charCodeAt(at), prime);
  return hash >>> 0;
}

/** The hash of units in a buffer, end exclusive. */
export function hashUnits(units: Uint16Array, start: number, end: number): number {
  let hash = offsetBasis;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (units[at] ?? 0), prime);
  return hash >>> 0;
}

/** Follows the pattern of `identifierParts`: capitals except the last one before lower case, or lower case after at most one capital. */
function pieceEnd(text: string, start: number, kind: number): number {
  let at = start + 1;
  if (kind === otherLetter) {
    while (kindAt(text, at) !== separator) at += 1;
    return at;
  }
  if (kind === upper) {
    while (kindAt(text, at) === upper) at += 1;
    if (kindAt(text, at) !== lower) return at;
    if (at - start > 1) return at - 1;
  }
  while (kindAt(text, at) === lower) at += 1;
  return at;
}

function kindAt(text: string, at: number): number {
  return at < text.length ? lookUpKind(text.charCodeAt(at)) : separator;
}

function lookUpKind(unit: number): number {
  const known = kinds[unit] ?? 0;
  if (known !== 0) return known;
  const kind = readKind(String.fromCharCode(unit));
  kinds[unit] = kind;
  return kind;
}

function readKind(character: string): number {
  if (/\p{Lu}/u.test(character)) return upper;
  if (/\p{Ll}/u.test(character)) return lower;
  return /\p{L}/u.test(character) ? otherLetter : separator;
}

/** Writes the piece in lower case to `units` and returns its hash. */
function writeLowerCase(text: string, start: number, length: number): number {
  let hash = offsetBasis;
  for (let index = 0; index < length; index += 1) {
    const unit = text.charCodeAt(start + index);
    const lowered = unit < 128 ? unit | 32 : String.fromCharCode(unit).toLowerCase().charCodeAt(0);
    units[index] = lowered;
    hash = Math.imul(hash ^ lowered, prime);
  }
  return hash >>> 0;
}
