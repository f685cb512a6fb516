/**
 * Distinguishes real secrets from placeholders and from identifiers. A random value changes between lower case, upper case, digits and symbols
 * every two or three characters; names and sentences change every four or more.
 */

/** Minimum entropy in bits per character. A value below it repeats one or two characters. This is the default; a rule can set a higher minimum. */
export const minEntropy = 1.5;

/** Computes the Shannon entropy in bits per character. */
export function computeEntropy(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

/** Matches words that only placeholders contain, at any position. */
const placeholderAnywhere =
  /example|placeholder|redacted|change[-_ ]?(?:me|this|it)|replace|insert|dummy|sample|x{4}|\*{3}|\.{3}|…|•|<|\$\{|\{\{|\$\(|#\{|%\(|%[sdv]\b|process\.env|1234567|abcdefg|qwerty|(?:dead|bad)beef|0{6}/i;

/** Words that mark a placeholder when they are separate words: `test-token`, `fakeSecret1`. */
const placeholderWords = new Set(
  (
    'test tests testing fake mock stub foo bar baz qux demo none null undefined true false default invalid wrong bad good new old my the ' +
    'some any user username admin root guest alice bob password passwd passphrase passwort pass pwd secret token key apikey api auth access value string ' +
    'hash field input name env config setting settings optional required empty missing expired valid hello world abc abcd hidden masked ' +
    'your yours todo lorem ipsum letmein unittest credential credentials private public client server spam eggs asdf'
  ).split(' '),
);

const runPattern = /[A-Z]?[a-z]+|[A-Z]+|\d+|[^A-Za-z\d]/g;

/** Splits a value into runs of one kind of character. A capital belongs to the lower-case letters after it. */
function splitRuns(value: string): readonly string[] {
  return value.match(runPattern) ?? [];
}

/** Computes the mean length of the runs: about 2 in random text, more than 4 in names. */
function meanRunLength(value: string): number {
  const runs = splitRuns(value).filter((run) => /[A-Za-z\d]/.test(run));
  return runs.reduce((sum, run) => sum + run.length, 0) / Math.max(1, runs.length);
}

/** Whether a value contains a placeholder word. Short words are ignored in long values, where they occur by chance. */
function hasPlaceholderWord(value: string): boolean {
  const minWordLength = value.length < 24 ? 3 : 4;
  return splitRuns(value).some(
    (run) => run.length >= minWordLength && placeholderWords.has(run.toLowerCase()),
  );
}

/** Whether placeholder words make up at least half of the value; in `admin2024!X` they do not. */
function isMostlyPlaceholder(value: string): boolean {
  const words = splitRuns(value).filter((run) => run.length >= 3 && placeholderWords.has(run.toLowerCase()));
  return words.length > 0 && 2 * words.join('').length >= value.length;
}

const characterKinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w\s.:/-]/];

/** Counts the kinds of characters in a value: lower case, upper case, digits, and symbols that names do not contain. */
function countKinds(value: string): number {
  return characterKinds.filter((kind) => kind.test(value)).length;
}

/** For secret kinds whose format alone is strong evidence. Rejects only placeholders and repeated characters. */
export function isRealToken(value: string): boolean {
  return !/example|placeholder|redacted|your|x{5}|\*{3}|\.{3}|•|0{8}/i.test(value);
}

const hexadecimalPattern = /^[0-9a-f-]+$/i;

/** For values of a known length and alphabet that follow the name of a service. */
export function isServiceValue(value: string): boolean {
  return /\d/.test(value) && /[A-Za-z]/.test(value) && isRealToken(value) && !placeholderAnywhere.test(value);
}

/** For values that only the name of their setting identifies: random and without spaces. */
export function isRandomToken(value: string): boolean {
  if (value.length < 16 || /\s/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (placeholderAnywhere.test(value) || isPath(value) || computeEntropy(value) < 3) return false;
  const maxMeanRunLength = !/\d/.test(value) ? 2.4 : hexadecimalPattern.test(value) ? 3.6 : 3;
  return meanRunLength(value) <= maxMeanRunLength && !hasPlaceholderWord(value);
}

/** Whether a value is a path or address, whose separators make runs as short as those of a random value. */
function isPath(value: string): boolean {
  const words = value.split(/[/.:]/);
  return /:\/\/|^\.{0,2}\//.test(value) || (words.length > 2 && value.length / words.length < 9);
}

/** For a password in quotes: digits or symbols among letters, and no placeholder word. */
export function isRealPassword(value: string): boolean {
  if (value.length < 8 || /\s|:\/\//.test(value) || placeholderAnywhere.test(value)) return false;
  if (/^[\w.]*\(|^[@$%{[:/.]|[)\]}]$/.test(value)) return false;
  // Names and placeholders never mix lower case, upper case, digits and symbols: `SuperSecret123!` is a password.
  if (countKinds(value) === characterKinds.length) return true;
  if (isMostlyPlaceholder(value) || !/[\d]|[^\w\s.:/-]/.test(value) || !/[A-Za-z]/.test(value)) return false;
  return countKinds(value) >= 3 || meanRunLength(value) <= 4 || (/\d/.test(value) && value.length >= 16);
}

/** For a password without quotes, which could be an expression. It must contain digits, and also capitals or symbols unless it looks random. */
export function isRealBarePassword(value: string): boolean {
  if (!isRealPassword(value) || !/\d/.test(value)) return false;
  if (countKinds(value) < characterKinds.length && hasPlaceholderWord(value)) return false;
  if (/^[\w$]+(?:(?:\.|->|::)[A-Za-z_]\w*)+$|[()[\]{}]|^[A-Z][A-Z\d_]*_[A-Z\d_]+\W?\d*$|^\w+_t$/.test(value))
    return false;
  return countKinds(value) >= 3 || meanRunLength(value) <= 3.5;
}

/** For the password of a URL: anything but a placeholder. */
export function isRealUrlPassword(value: string): boolean {
  return isNotUrlPlaceholder(value) && (countKinds(value) >= 2 || computeEntropy(value) >= 3);
}

/** For the password of a URL whose host is not an example: one plain word is accepted too. */
export function isNotUrlPlaceholder(value: string): boolean {
  if (value.length < 6 || placeholderAnywhere.test(value) || /^[{$%<[(*]|[}>)\]*]$/.test(value)) return false;
  return !isMostlyPlaceholder(value);
}

/** Whether a value is base64 of `user:password` with a real password. */
export function isBasicPair(value: string): boolean {
  const pair = decodeBase64(value);
  const colon = pair?.indexOf(':') ?? -1;
  return pair !== undefined && colon >= 0 && isRealUrlPassword(pair.slice(colon + 1));
}

/** Whether a value is a JWT: its header is a JSON object with an algorithm. */
export function isJwt(value: string): boolean {
  const header = decodeBase64((value.split('.')[0] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
  return header !== undefined && /"(?:alg|enc)"/.test(header);
}

/** Decodes base64 of printable ASCII; undefined for anything else. */
function decodeBase64(value: string): string | undefined {
  try {
    const text = atob(value.slice(0, value.length - (value.length % 4 === 1 ? 1 : 0)));
    return /^[\x20-\x7e\n]*$/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
