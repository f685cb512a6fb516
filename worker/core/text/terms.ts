/**
 * Extracts index terms, in the same way from documents and questions. An identifier yields the whole name (`getUserName` →
 * `getusername`) and its parts (`get`, `user`, `name`). Words are reduced to light stems, so that `joined` finds `join`. Terms contain
 * only letters, digits and underscores.
 */

export const wordPattern = /[\p{L}_][\p{L}\p{N}_]*|\p{N}{2,8}/gu;
/** The same for ASCII text, which is nearly every text; it matches several times as fast. */
export const asciiWordPattern = /[A-Za-z_][A-Za-z0-9_]*|[0-9]{2,8}/g;
export const ascii = /^[\0-\x7f]*$/;
export const partPattern = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|[\p{L}]+/gu;
const maxTermLength = 60;
/** A longer run of letters is not a name, and its parts would be noise. */
const maxNameLength = 200;

/** Every term of a text, in order and with repetitions. */
export function extractTerms(text: string): string[] {
  const terms: string[] = [];
  for (const word of text.match(ascii.test(text) ? asciiWordPattern : wordPattern) ?? [])
    for (const term of extractWordTerms(word)) terms.push(term);
  return terms;
}

/** Terms of recent words, since code repeats its words. About 5 MB when full; it is then cleared. */
const cache = new Map<string, readonly string[]>();
const maxCachedWords = 20_000;
/** Longer words rarely occur twice. */
const maxCachedLength = 32;

/** Every term of one word. */
export function extractWordTerms(word: string): readonly string[] {
  const cached = cache.get(word);
  if (cached !== undefined) return cached;
  const terms: string[] = [];
  if (word.length > maxCachedLength) {
    addTerms(word, terms);
    return terms;
  }
  // A copy: the word may be a slice that keeps the whole source text in memory.
  const copy = word.split('').join('');
  addTerms(copy, terms);
  if (cache.size >= maxCachedWords) cache.clear();
  cache.set(copy, terms);
  return terms;
}

function addTerms(word: string, terms: string[]): void {
  if (word.length < 2 || word.length > maxNameLength) return;
  const whole = toLowerCase(word);
  if (whole.length <= maxTermLength) terms.push(whole);
  const parts = word.match(partPattern) ?? [];
  if (parts.length === 1 && parts[0]?.length === word.length) {
    const stemmed = stem(whole);
    if (stemmed !== whole) terms.push(stemmed);
    return;
  }
  for (const part of parts) {
    if (part.length > 1 && part.length <= maxTermLength) terms.push(stem(toLowerCase(part)));
  }
}

/** Lower case, without the combining dot that a Turkish `İ` leaves. */
function toLowerCase(word: string): string {
  return word.toLowerCase().replaceAll('\u0307', '');
}

/** Parts of an identifier, lower case and unstemmed: `HTTPServerError` → `http`, `server`, `error`. */
export function identifierParts(identifier: string): string[] {
  return (identifier.match(partPattern) ?? []).map(toLowerCase);
}

/** Irregular past forms and plurals that are common in texts about software. */
export const irregularForms: ReadonlyMap<string, string> = new Map(
  `bound bind, built build, caught catch, chosen choose, drawn draw, fallen fall, forgotten forget, found find, frozen freeze, given give,
   hidden hide, held hold, kept keep, known know, lost lose, meant mean, overridden override, paid pay, proven prove, sent send, spent spend,
   split split, stored store, sought seek, taken take, thrown throw, understood understand, woken wake, written write, broken break,
   children child, indices index, indexes index, matrices matrix, vertices vertex, schemata schema`
    .split(',')
    .map((pair) => pair.trim().split(' '))
    .map(([form = '', base = '']) => [form, base] as const),
);

/**
 * A light stem: removes plurals, `-ing`, `-ed`, `-ion` and a final `e`, and makes doubled consonants single. Based on steps 1 and 5 of
 * Porter, "An algorithm for suffix stripping" (1980); the other steps merge words that mean different things in code.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const singular = withoutPlural(irregularForms.get(word) ?? word);
  const base = withoutSuffix(singular);
  // `cancelled` and `cancel` both become `cancel`, `cached` and `cache` both `cach`; `call` and `file` are too short to lose a letter.
  return base.length > 4 && /(?:e|ll)$/.test(base) ? base.slice(0, -1) : base;
}

function withoutPlural(word: string): string {
  // `queries` and `query` both become `query`, `cookies` and `cookie` both `cooky`.
  if (/ies?$/.test(word) && word.length > 4) return word.replace(/ies?$/, 'y');
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  if (/[^su]s$/.test(word) && !word.endsWith('is')) return word.slice(0, -1);
  return word;
}

function withoutSuffix(word: string): string {
  for (const suffix of ['ation', 'ion', 'ing', 'ed'] as const) {
    if (!word.endsWith(suffix)) continue;
    const base = word.slice(0, -suffix.length);
    if (base.length < 3 || !/[aeiouy]/.test(base)) continue;
    // `creation` and `create` both become `creat`, `validation` and `validate` both `validat`.
    if (suffix === 'ation') return `${base}at`;
    if (suffix === 'ion') return /[st]$/.test(base) ? base : word;
    return withoutDoubling(base);
  }
  return word;
}

/** The base form after `-ing` or `-ed` was removed: `runn` becomes `run`, `typ` becomes `type`, `add` and `call` stay. */
function withoutDoubling(base: string): string {
  if (base.length > 3 && /([b-df-hj-kmnp-rtv-y])\1$/.test(base)) return base.slice(0, -1);
  return /^[b-df-hj-np-tv-z]+[aeiouy][b-df-hj-np-tvz]$/.test(base) ? `${base}e` : base;
}

/** Words without meaning for search: articles, auxiliaries, question words. */
const stopWords = new Set(
  `a about after all am an and any are aren as at be been before being but by can cannot could couldn did didn do does doesn doing don
   for from had has hasn have he her here his how i if in into is isn it its itself let like made make makes me might more most must my
   no nor not of off on once only or other our out over own please same she should shouldn show so some such tell than that the
   their them then there these they this those through to too under until up us very was wasn we were weren what when where which
   while who whom whose why will with won would wouldn you your explain describe exactly happen happens actually really anything`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

export function isStopWord(word: string): boolean {
  return stopWords.has(word.toLowerCase());
}
