/**
 * Text to pieces, the tokens of the embedded model: what `identifierParts` makes of the text (`HTTPServerError` → `http`, `server`,
 * `error`), without pieces of one letter or of more than 24. The text is scanned once and no string is made: a piece is handed on as
 * folded UTF-16 units in a buffer, with their FNV-1a hash. Units outside the basic plane separate.
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
/** Kind of each UTF-16 unit, 0 where it has not been asked for yet. */
const kinds = new Uint8Array(65_536);

/** Room for a piece before it is known to be too long. `İ` alone folds to two units, of which one stays. */
const units = new Uint16Array(maxPieceLength);

/** @param length units of the piece, at the start of `units`; valid during the call. */
type TakePiece = (units: Uint16Array, length: number, hash: number) => void;

export function splitPieces(text: string, take: TakePiece): void {
  const end = text.length;
  let at = 0;
  while (at < end) {
    const kind = kindOf(text.charCodeAt(at));
    if (kind === separator) {
      at += 1;
      continue;
    }
    const next = pieceEnd(text, at, kind);
    const length = next - at;
    if (length >= minPieceLength && length <= maxPieceLength) take(units, length, fold(text, at, length));
    at = next;
  }
}

/** The pieces as strings: for training and tests, where speed matters less. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  splitPieces(text, (units, length) => {
    pieces.push(String.fromCharCode(...units.subarray(0, length)));
  });
  return pieces;
}

/** The hash `take` is given, of a piece known as a string. */
export function hashOf(piece: string): number {
  let hash = offsetBasis;
  for (let at = 0; at < piece.length; at += 1) hash = Math.imul(hash ^ piece.charCodeAt(at), prime);
  return hash >>> 0;
}

/** The same of units in a buffer, end exclusive. */
export function hashOfUnits(units: Uint16Array, start: number, end: number): number {
  let hash = offsetBasis;
  for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (units[at] ?? 0), prime);
  return hash >>> 0;
}

/** As the pattern of `identifierParts` matches: capitals but the last before small letters, or small letters after at most one capital. */
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
  return at < text.length ? kindOf(text.charCodeAt(at)) : separator;
}

function kindOf(unit: number): number {
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

/** Writes the folded piece to `units` and gives its hash. */
function fold(text: string, start: number, length: number): number {
  let hash = offsetBasis;
  for (let index = 0; index < length; index += 1) {
    const unit = text.charCodeAt(start + index);
    const folded = unit < 128 ? unit | 32 : String.fromCharCode(unit).toLowerCase().charCodeAt(0);
    units[index] = folded;
    hash = Math.imul(hash ^ folded, prime);
  }
  return hash >>> 0;
}
