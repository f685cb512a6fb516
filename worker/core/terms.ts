/**
 * Text to index terms, the same way for what is indexed and for what is asked: an identifier counts as a whole
 * (`getUserName` → `getusername`) and by its parts (`get`, `user`, `name`), and words are reduced to light stems so that
 * `joined` finds `join`. Terms hold letters, digits and underscores alone.
 */

const wordPattern = /[\p{L}_][\p{L}\p{N}_]*|\p{N}{2,8}/gu;
/** The same of a text without other letters, which is nearly every one and read several times as fast. */
const asciiWordPattern = /[A-Za-z_][A-Za-z0-9_]*|[0-9]{2,8}/g;
const ascii = /^[\0-\x7f]*$/;
const partPattern = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|[\p{L}]+/gu;
const longestTerm = 60;
/** A longer run of letters is no name: its parts would be noise. */
const longestName = 200;

/** Every term of a text, in order and with repetitions: term frequency is the ranking's business. */
export function termsOf(text: string): string[] {
  const terms: string[] = [];
  for (const word of text.match(ascii.test(text) ? asciiWordPattern : wordPattern) ?? [])
    for (const term of termsOfWord(word)) terms.push(term);
  return terms;
}

/** Terms of words seen lately: code says the same words again and again. Some 5 MB when it is full, and then begun anew. */
const known = new Map<string, readonly string[]>();
const mostKnown = 20_000;
/** Longer words are mostly seen once. */
const longestKnown = 32;

function termsOfWord(word: string): readonly string[] {
  const found = known.get(word);
  if (found !== undefined) return found;
  const terms: string[] = [];
  if (word.length > longestKnown) {
    addTerms(word, terms);
    return terms;
  }
  // Spelt anew: a piece of a text may be a view of it, and would keep the whole of it in memory.
  const spelt = word.split('').join('');
  addTerms(spelt, terms);
  if (known.size >= mostKnown) known.clear();
  known.set(spelt, terms);
  return terms;
}

function addTerms(word: string, terms: string[]): void {
  if (word.length < 2 || word.length > longestName) return;
  const whole = folded(word);
  if (whole.length <= longestTerm) terms.push(whole);
  const parts = word.match(partPattern) ?? [];
  if (parts.length === 1 && parts[0]?.length === word.length) {
    const stemmed = stem(whole);
    if (stemmed !== whole) terms.push(stemmed);
    return;
  }
  for (const part of parts) {
    if (part.length > 1 && part.length <= longestTerm) terms.push(stem(folded(part)));
  }
}

/** Lower case; what that adds to a Turkish `İ` is no letter. */
function folded(word: string): string {
  return word.toLowerCase().replaceAll('\u0307', '');
}

/** Parts of an identifier, lower case and unstemmed: `HTTPServerError` → `http`, `server`, `error`. */
export function identifierParts(identifier: string): string[] {
  return (identifier.match(partPattern) ?? []).map(folded);
}

/** Past forms no rule reaches, of verbs said of software. */
const irregularForms: ReadonlyMap<string, string> = new Map(
  `bound bind, built build, caught catch, chosen choose, drawn draw, fallen fall, forgotten forget, found find, frozen freeze, given give,
   hidden hide, held hold, kept keep, known know, lost lose, meant mean, overridden override, paid pay, proven prove, sent send, spent spend,
   split split, stored store, sought seek, taken take, thrown throw, understood understand, woken wake, written write, broken break,
   children child, indices index, indexes index, matrices matrix, vertices vertex, schemata schema`
    .split(',')
    .map((pair) => pair.trim().split(' '))
    .map(([form = '', base = '']) => [form, base] as const),
);

/**
 * A light stem: plurals, `-ing`, `-ed`, `-ion` and a final `e` go, doubled consonants are made single. After steps 1 and 5 of
 * Porter, "An algorithm for suffix stripping" (1980); heavier steps join words that mean different things in code.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const singular = withoutPlural(irregularForms.get(word) ?? word);
  const base = withoutSuffix(singular);
  // `cancelled` and `cancel` meet at `cancel`, `cached` and `cache` at `cach`; `call` and `file` are too short to lose a letter.
  return base.length > 4 && /(?:e|ll)$/.test(base) ? base.slice(0, -1) : base;
}

function withoutPlural(word: string): string {
  // `queries` and `query`, `cookies` and `cookie` meet at `query` and `cooky`.
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
    // `creation` and `create` meet at `creat`, `validation` and `validate` at `validat`.
    if (suffix === 'ation') return `${base}at`;
    if (suffix === 'ion') return /[st]$/.test(base) ? base : word;
    return withoutDoubling(base);
  }
  return word;
}

/** What is left of `-ing` and `-ed`: `runn` is `run`, `add` and `call` stay, `typ` is `type`. */
function withoutDoubling(base: string): string {
  if (base.length > 3 && /([b-df-hj-kmnp-rtv-y])\1$/.test(base)) return base.slice(0, -1);
  return /^[b-df-hj-np-tv-z]+[aeiouy][b-df-hj-np-tvz]$/.test(base) ? `${base}e` : base;
}

/** Words that say nothing about a repository: articles, auxiliaries, question words. */
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
