/**
 * Tells values that protect something from placeholders and from words of a program. A random value changes between small letters,
 * capitals, digits and signs every two or three characters; names and sentences change every four or more.
 */

/** Bits a character. A value below it repeats one or two characters; kinds with a prefix of their own need no more. */
export const leastEntropy = 1.5;

/** Shannon entropy in bits a character. */
export function entropyOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

/** Words that only a placeholder has, wherever they are in it. */
const placeholderAnywhere =
  /example|placeholder|redacted|change[-_ ]?(?:me|this|it)|replace|insert|dummy|sample|x{4}|\*{3}|\.{3}|…|•|<|\$\{|\{\{|\$\(|#\{|%\(|%[sdv]\b|process\.env|1234567|abcdefg|qwerty|(?:dead|bad)beef|0{6}/i;

/** Words that make a placeholder where they are a word by themselves: `test-token`, `fakeSecret1`. */
const placeholderWords = new Set(
  (
    'test tests testing fake mock stub foo bar baz qux demo none null undefined true false default invalid wrong bad good new old my the ' +
    'some any user username admin root guest alice bob password passwd passphrase passwort pass pwd secret token key apikey api auth access value string ' +
    'hash field input name env config setting settings optional required empty missing expired valid hello world abc abcd hidden masked ' +
    'your yours todo lorem ipsum letmein unittest credential credentials private public client server spam eggs asdf'
  ).split(' '),
);

const piece = /[A-Z]?[a-z]+|[A-Z]+|\d+|[^A-Za-z\d]/g;

/** Stretches of one kind of character; a capital belongs to the small letters behind it. */
function piecesOf(value: string): readonly string[] {
  return value.match(piece) ?? [];
}

/** Characters a piece on average: about 2 of random text, more than 4 of names. */
function meanPiece(value: string): number {
  const pieces = piecesOf(value).filter((one) => /[A-Za-z\d]/.test(one));
  return pieces.reduce((sum, one) => sum + one.length, 0) / Math.max(1, pieces.length);
}

/** Short words appear by chance in a long random value. */
function hasPlaceholderWord(value: string): boolean {
  const shortest = value.length < 24 ? 3 : 4;
  return piecesOf(value).some((one) => one.length >= shortest && placeholderWords.has(one.toLowerCase()));
}

/** Whether words of placeholders make up at least half of the value: of `admin2024!X` they do not. */
function isMostlyPlaceholder(value: string): boolean {
  const words = piecesOf(value).filter((one) => one.length >= 3 && placeholderWords.has(one.toLowerCase()));
  return words.length > 0 && 2 * words.join('').length >= value.length;
}

const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w\s.:/-]/];

/** Of small letters, capitals, digits and signs that names do not have. */
function kindsOf(value: string): number {
  return kinds.filter((kind) => kind.test(value)).length;
}

/** For kinds whose form alone says almost enough: neither a placeholder nor a repeated character. */
export function isRealToken(value: string): boolean {
  return !/example|placeholder|redacted|your|x{5}|\*{3}|\.{3}|•|0{8}/i.test(value);
}

const isHexadecimal = /^[0-9a-f-]+$/i;

/** For values of a known length and alphabet after the name of a service. */
export function isServiceValue(value: string): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value) && isRealToken(value) && !placeholderAnywhere.test(value);
}

/** For values that nothing but the name of their setting marks: random, and of one word. */
export function isRandomToken(value: string): boolean {
  if (value.length < 16 || /\s/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (placeholderAnywhere.test(value) || isPath(value) || entropyOf(value) < 3) return false;
  const mostPiece = !/\d/.test(value) ? 2.4 : isHexadecimal.test(value) ? 3.6 : 3;
  return meanPiece(value) <= mostPiece && !hasPlaceholderWord(value);
}

/** A path or address: its separators make its pieces short, as those of a random value are. */
function isPath(value: string): boolean {
  const words = value.split(/[/.:]/);
  return /:\/\/|^\.{0,2}\//.test(value) || (words.length > 2 && value.length / words.length < 9);
}

/** A password in quotes: digits or signs among letters, and no word that only a placeholder has. */
export function isRealPassword(value: string): boolean {
  if (value.length < 8 || /\s|:\/\//.test(value) || placeholderAnywhere.test(value)) return false;
  if (/^[\w.]*\(|^[@$%{[:/.]|[)\]}]$/.test(value)) return false;
  // Names and placeholders never mix small letters, capitals, digits and signs: `SuperSecret123!` is a password.
  if (kindsOf(value) === kinds.length) return true;
  if (isMostlyPlaceholder(value) || !/[\d]|[^\w\s.:/-]/.test(value) || !/[A-Za-z]/.test(value)) return false;
  return kindsOf(value) >= 3 || meanPiece(value) <= 4 || (/\d/.test(value) && value.length >= 16);
}

/** A password without quotes could be an expression: it must have digits, and capitals or signs or look random. */
export function isRealBarePassword(value: string): boolean {
  if (!isRealPassword(value) || !/\d/.test(value)) return false;
  if (kindsOf(value) < kinds.length && hasPlaceholderWord(value)) return false;
  if (/^[\w$]+(?:(?:\.|->|::)[A-Za-z_]\w*)+$|[()[\]{}]|^[A-Z][A-Z\d_]*_[A-Z\d_]+\W?\d*$|^\w+_t$/.test(value))
    return false;
  return kindsOf(value) >= 3 || meanPiece(value) <= 3.5;
}

/** Of a URL, where a password always stands in this place: anything but a placeholder. */
export function isRealUrlPassword(value: string): boolean {
  return isNoUrlPlaceholder(value) && (kindsOf(value) >= 2 || entropyOf(value) >= 3);
}

/** Of a URL with a host that is no sample: also a password of one plain word. */
export function isNoUrlPlaceholder(value: string): boolean {
  if (value.length < 6 || placeholderAnywhere.test(value) || /^[{$%<[(*]|[}>)\]*]$/.test(value)) return false;
  return !isMostlyPlaceholder(value);
}

/** Base64 of `user:password`. */
export function isBasicPair(value: string): boolean {
  const pair = decodeBase64(value);
  const colon = pair?.indexOf(':') ?? -1;
  return pair !== undefined && colon >= 0 && isRealUrlPassword(pair.slice(colon + 1));
}

/** A JWT's header is a JSON object that names an algorithm. */
export function isJwt(value: string): boolean {
  const header = decodeBase64((value.split('.')[0] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
  return header !== undefined && /"(?:alg|enc)"/.test(header);
}

/** Printable ASCII, or undefined. */
function decodeBase64(value: string): string | undefined {
  try {
    const text = atob(value.slice(0, value.length - (value.length % 4 === 1 ? 1 : 0)));
    return /^[\x20-\x7e\n]*$/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
