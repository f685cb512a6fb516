/** What an error means that comes with no status, by the words vendors use. */

/** Read in this order: what is used up may be called exceeded, as a time and a prompt may. */
const statuses: readonly (readonly [RegExp, number])[] = [
  [/daily free allocation|rate.?limit|too many requests|quota/i, 429],
  [/(?:tokens|requests) per (?:minute|day|hour)/i, 429],
  [/\btimed? ?out|\bcapacity\b|overload|internal (?:server )?error/i, 503],
  [/context (?:length|window|size)|too many (?:input )?tokens|too (?:large|long)\b/i, 400],
  [/(?:tokens?|prompt|input|context).{0,60}exceed|exceed.{0,60}(?:tokens|maximum (?:length|number))/i, 400],
  [/(?:invalid|incomplete|bad|malformed) (?:input|request|prompt|parameter|schema|json)/i, 400],
  [/\b(?:oneOf|anyOf) at\b|required propert|(?:not|n['’]t) support|unsupported|\bjson mode\b/i, 400],
  [/(?:no such|unknown) model|model.{0,200}(?:not found|does(?: not|n['’]t) exist)/i, 400],
  [/not allowed|not agreed/i, 400],
];

/** @returns undefined where they tell nothing: then it is the vendor's own trouble */
export function statusOfWords(words: string): number | undefined {
  const read = words.slice(0, 2_000);
  return statuses.find(([shape]) => shape.test(read))?.[1];
}
