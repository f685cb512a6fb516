/**
 * Finds the authors and dates that a claim states. A word that only looks like a name counts as one, so that an
 * unreadable attribution cannot pass.
 */

const speech =
  'wrote|writes|said|says|asked|asks|remarked|remarks|answered|answers|opened|reported|reports|filed|explained|explains|argued|argues|noted|notes|suggested|suggests|proposed|proposes|commented|comments|replied|replies|stated|states|pointed out|objected|complained|concluded|warned|claimed|admitted|agreed|decided|authored|submitted|put it';
const beside = String.raw`,?(?: \([^)\n]{0,60}\))?,?(?: (?:also|then|later|first|once|himself|herself|has|had))?`;
const codeBefore = new RegExp(
  String.raw`${'`'}([^${'`'}\n]{1,120})${'`'}(?:[’']s\b|: ?[“"]|${beside} (?:${speech})\b)`,
  'g',
);
const codeAfter =
  /(?<!\b(?:called|used|imported|replaced|extended|returned|followed|raised|held) )\b(?:by|according to|quoting|credits?|in the words of) `([^`\n]{1,120})`/gi;
/** A login is of small letters too. Of an endless name its end is read. */
const plainBefore = new RegExp(
  String.raw`(@?\p{L}[\p{L}\p{N}.’_-]{0,60}(?:\[bot\])?)${beside} (?:${speech})\b`,
  'gu',
);
const plainAfter =
  /\b(?:[Bb]y|[Aa]ccording to|in the words of) (@?(?!(?:the|an?|its?|this|that|these|those|which|way|commit|pull|issue|merge|then|now|default)\b)\p{L}[\p{L}\p{N}.’_-]{0,60}(?: \p{Lu}[\p{L}.’_-]{0,60}){0,3})/gu;
const plainOwner = /(@[\w-]{1,60}|\p{Lu}[\p{L}_-]{1,60}(?: \p{Lu}[\p{L}_-]{1,60})?)(?:[’']s\b|: ?[“"])/gu;
/** What stands before such a verb and is nobody. */
const nobody =
  /^(?:it|its|this|that|which|who|whose|and|or|also|then|there|was|were|is|are|as|body|title|discussion|thread|request|requests|issue|issues|comment|comments|remark|remarks|review|message|description|record|text|it’s|release|quote|here|reason|they|he|she|what)$/i;

/** @param text of the claim, what it quotes blanked */
export function findAuthors(text: string): readonly string[] {
  // Marks and what is not seen keep no name from being one.
  const bare = text
    .replaceAll(/`[^`\n]{1,4000}`/g, '` `')
    .replaceAll(/\]\([^)\n]{0,300}\)|[*[\]\p{Cf}]/gu, '');
  const plain = [...bare.matchAll(plainBefore), ...bare.matchAll(plainAfter), ...bare.matchAll(plainOwner)]
    .map(([, name = '']) => name.replace(/^@/, '').replace(/[.’]$/, ''))
    .filter((name) => !nobody.test(name));
  return [...findAuthorsAsCode(text), ...plain];
}

/** The same of names as code alone. Numbers and commits say things too, in a manner of speaking. */
export function findAuthorsAsCode(text: string): readonly string[] {
  return [...text.matchAll(codeBefore), ...text.matchAll(codeAfter)]
    .map(([, name = '']) => name)
    .filter((name) => !/^(?:#\d{1,9}|[0-9a-f]{7,64})$/.test(name));
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const day = /\b(\d{4})-(\d{2})-(\d{2})\b/g;
const spokenDay =
  /\b(?:(\d{1,2})(?:st|nd|rd|th)? (?:of )?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*,? (\d{4})|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}))\b/gi;
const spokenYear = /\b(?:in|of|since|during) ((?:19|20)\d{2})\b(?!-)/g;

/** @returns each as it is written, with the beginning of `2026-03-02` that it tells */
export function findDates(prose: string): readonly (readonly [text: string, beginning: string])[] {
  return [
    ...Array.from(prose.matchAll(day), ([text]) => [text, text] as const),
    ...Array.from(prose.matchAll(spokenDay), (match) => [match[0], isoOf(match)] as const),
    ...Array.from(prose.matchAll(spokenYear), ([text, year = '']) => [text, `${year}-`] as const),
  ];
}

const two = (number: string | number): string => String(number).padStart(2, '0');

function isoOf([, dayFirst, monthThen, yearThen, monthFirst, dayThen, yearLast]: RegExpMatchArray): string {
  const month = months.indexOf((monthThen ?? monthFirst ?? '').slice(0, 3).toLowerCase()) + 1;
  return `${yearThen ?? yearLast ?? ''}-${two(month)}-${two(dayFirst ?? dayThen ?? '')}`;
}
