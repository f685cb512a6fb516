/**
 * English word forms for rewritten questions: participles, gerunds and number. Rules first, then lists of
 * exceptions.
 */

/** Irregular participles with their gerunds. */
const irregular: ReadonlyMap<string, string> = new Map(
  `begun beginning, bound binding, broken breaking, brought bringing, built building, caught catching, chosen choosing, cut cutting, done doing,
   drawn drawing, driven driving, found finding, frozen freezing, given giving, held holding, hidden hiding, kept keeping, known knowing, laid laying,
   left leaving, lost losing, made making, overridden overriding, put putting, read reading, reset resetting, run running, sent sending,
   set setting, shown showing, shut shutting, spent spending, split splitting, taken taking, told telling, thrown throwing,
   understood understanding, woken waking, written writing, rewritten rewriting, rebuilt rebuilding, overwritten overwriting`
    .split(',')
    .map((pair) => pair.trim().split(' '))
    .map(([participle = '', gerund = '']) => [participle, gerund] as const),
);
const notParticiples: ReadonlySet<string> = new Set(
  'need feed seed speed embed bed red shed exceed proceed succeed indeed hundred'.split(' '),
);

/** Plain forms of verbs common in questions about software; they mark where a subject ends. */
const plainVerbs: ReadonlySet<string> = new Set(
  `accept access add affect allocate allow answer append apply ask assign attach authenticate avoid back become begin behave belong bind block break build cache call
   cancel catch cause change check choose clean clear close collect combine come compare compile compute configure connect construct consume
   contain continue convert copy count cover create cut deal decide declare decode decrypt define delete depend detect determine differ discover
   dispatch do download edit emit enable encode encrypt end ensure enter escape evaluate exist exit expand expect expire export expose extend extract
   fail fall fetch fill filter find finish fit flow flush follow forward generate get give go group grow guarantee guard handle happen have hold ignore
   implement import include index infer inherit inject insert inspect install interact invoke issue join judge keep know learn leave let limit listen load
   locate lock log look lookup loop lose maintain make manage map mark mask match matter mean merge migrate modify mount move need negotiate normalise normalize notify
   obtain occur open order override own parse pass perform persist pick poll populate prepare prevent process produce prompt propagate protect provide
   prune publish push put queue raise rank reach react read rebuild receive recover redirect refactor refer refresh refuse register reject relate release reload remove
   rename render repeat replace report represent request require reset resolve respond restart restore resume retrieve retry return reuse rewrite roll route run
   sanitise sanitize save scale scan schedule score search see select send separate serialise serialize serve set shape share show shut sign skip sort
   split start stay stop store stream strip subscribe supply support survive swap switch sync take tell terminate test throw time track transform translate
   traverse treat trigger try turn unpack update upload use validate verify view visit wait walk want warn watch wire work wrap write yield`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

export function isPlainVerb(word: string): boolean {
  return plainVerbs.has(word.toLowerCase());
}

export function isParticiple(word: string): boolean {
  const lower = word.toLowerCase();
  return irregular.has(lower) || (/[a-z]{2,}ed$/.test(lower) && !notParticiples.has(lower));
}

/** Whether the predicate only states a location. */
export function isLocationVerb(predicate: string): boolean {
  return /^(?:defined|declared|located|found|implemented|used|called|tested|documented|written)$/i.test(
    predicate,
  );
}

/** `signed` → `signing`, `retried` → `retrying`, `built` → `building`. */
export function gerundOfParticiple(participle: string): string {
  const lower = participle.toLowerCase();
  const irregularGerund = irregular.get(lower);
  if (irregularGerund !== undefined) return irregularGerund;
  if (lower.endsWith('ied')) return `${lower.slice(0, -3)}ying`;
  return `${lower.slice(0, lower.endsWith('eed') ? -1 : -2)}ing`;
}

/** `parse` → `parsing`, `get` → `getting`, `index` → `indexing`. */
export function gerundOfVerb(verb: string): string {
  const lower = verb.toLowerCase();
  if (/[^eoy]e$/.test(lower)) return `${lower.slice(0, -1)}ing`;
  const isDoubled = /^[^aeiou]*[aeiou][bdgklmnprt]$/.test(lower) || /(?:mit|fer|gin)$/.test(lower);
  return `${lower}${isDoubled ? lower.slice(-1) : ''}ing`;
}

/** Whether a phrase is plural, by the last word before the first preposition or an `and`. */
export function isPlural(phrase: string): boolean {
  if (/^(?:a|an|each|every|this|that)\s/i.test(phrase)) return false;
  const head = phrase.split(/\s(?:of|in|for|from|to|on|at|with|by|that|which|between|within)\s/i)[0] ?? '';
  if (/\sand\s/i.test(head)) return true;
  const last = /([\p{L}]+)$/u.exec(head)?.[1]?.toLowerCase() ?? '';
  if (/^(?:children|indices|matrices|vertices|data|criteria|people|schemata|these|those)$/.test(last))
    return true;
  return (
    last.length > 3 &&
    /[^su'i]s$|ies$/.test(last) &&
    !/^(?:process|access|alias|canvas|https|redis)$/.test(last)
  );
}

/** Singular and plural forms of verbs. */
const numberForms = [
  ['is', 'are'],
  ['was', 'were'],
  ['does', 'do'],
  ['has', 'have'],
  ["isn't", "aren't"],
  ["doesn't", "don't"],
] as const;

/** Returns the singular or plural form of a verb. Other words are unchanged. */
export function agreeInNumber(verb: string, isPluralSubject: boolean): string {
  const lower = verb.toLowerCase();
  const pair = numberForms.find(([one, many]) => one === lower || many === lower);
  if (pair === undefined) return verb;
  const form = isPluralSubject ? pair[1] : pair[0];
  return verb === lower ? form : `${form.slice(0, 1).toUpperCase()}${form.slice(1)}`;
}
