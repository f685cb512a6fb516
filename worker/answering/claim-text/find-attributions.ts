/**
 * Finds the authors and dates that a claim states. A word that only looks like a name counts as a name, so
 * that an unreadable attribution cannot pass.
 */

const speechVerbs =
  'wrote|writes|said|says|asked|asks|remarked|remarks|answered|answers|opened|reported|reports|filed|explained|explains|argued|argues|noted|notes|suggested|suggests|proposed|proposes|commented|comments|replied|replies|stated|states|pointed out|objected|complained|concluded|warned|claimed|admitted|agreed|decided|authored|submitted|put it';
const optionalAside = String.raw`,?(?: \([^)\n]{0,60}\))?,?(?: (?:also|then|later|first|once|himself|herself|has|had))?`;
const codeBefore = new RegExp(
  String.raw`${'`'}([^${'`'}\n]{1,120})${'`'}(?:[’']s\b|: ?[“"]|${optionalAside} (?:${speechVerbs})\b)`,
  'g',
);
const codeAfter =
  /(?<!\b(?:called|used|imported|replaced|extended|returned|followed|raised|held) )\b(?:by|according to|quoting|credits?|in the words of) `([^`\n]{1,120})`/gi;
/** Logins may be in lower case. Only the end of an overlong name is read. */
const plainBefore = new RegExp(
  String.raw`(@?\p{L}[\p{L}\p{N}.’_-]{0,60}(?:\[bot\])?)${optionalAside} (?:${speechVerbs})\b`,
  'gu',
);
const plainAfter =
  /\b(?:[Bb]y|[Aa]ccording to|in the words of) (@?(?!(?:the|an?|its?|this|that|these|those|which|way|commit|pull|issue|merge|then|now|default)\b)\p{L}[\p{L}\p{N}.’_-]{0,60}(?: \p{Lu}[\p{L}.’_-]{0,60}){0,3})/gu;
const plainOwner = /(@[\w-]{1,60}|\p{Lu}[\p{L}_-]{1,60}(?: \p{Lu}[\p{L}_-]{1,60})?)(?:[’']s\b|: ?[“"])/gu;
/** Words that can precede a speech verb and do not name a person. */
const notPerson =
  /^(?:it|its|this|that|which|who|whose|and|or|also|then|there|was|were|is|are|as|body|title|discussion|thread|request|requests|issue|issues|comment|comments|remark|remarks|review|message|description|record|text|it’s|release|quote|here|reason|they|he|she|what)$/i;

/** @param text the claim, with its quotations blanked */
export function findAuthors(text: string): readonly string[] {
  // Emphasis, links and invisible characters must not hide a name.
  const bare = text
    .replaceAll(/`[^`\n]{1,4000}`/g, '` `')
    .replaceAll(/\]\([^)\n]{0,300}\)|[*[\]\p{Cf}]/gu, '');
  const plain = [...bare.matchAll(plainBefore), ...bare.matchAll(plainAfter), ...bare.matchAll(plainOwner)]
    .map(([, name = '']) => name.replace(/^@/, '').replace(/[.’]$/, ''))
    .filter((name) => !notPerson.test(name));
  return [...findAuthorsAsCode(text), ...plain];
}

/** Finds only authors written as code. Issue numbers and commit ids are not authors. */
export function findAuthorsAsCode(text: string): readonly string[] {
  return [...text.matchAll(codeBefore), ...text.matchAll(codeAfter)]
    .map(([, name = '']) => name)
    .filter((name) => !/^(?:#\d{1,9}|[0-9a-f]{7,64})$/.test(name));
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const day = /\b(\d{4})-(\d{2})-(\d{2})\b/g;
const dayInWords =
  /\b(?:(\d{1,2})(?:st|nd|rd|th)? (?:of )?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*,? (\d{4})|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}))\b/gi;
const yearInWords = /\b(?:in|of|since|during) ((?:19|20)\d{2})\b(?!-)/g;

/** @returns each date as written, with the prefix of the ISO date (`2026-03-02`) that it states */
export function findDates(prose: string): readonly (readonly [text: string, isoPrefix: string])[] {
  return [
    ...Array.from(prose.matchAll(day), ([text]) => [text, text] as const),
    ...Array.from(prose.matchAll(dayInWords), (match) => [match[0], toIsoDate(match)] as const),
    ...Array.from(prose.matchAll(yearInWords), ([text, year = '']) => [text, `${year}-`] as const),
  ];
}

const padTwo = (number: string | number): string => String(number).padStart(2, '0');

function toIsoDate([
  ,
  leadingDay,
  monthAfterDay,
  yearAfterMonth,
  leadingMonth,
  dayAfterMonth,
  yearAfterDay,
]: RegExpMatchArray): string {
  const month = months.indexOf((monthAfterDay ?? leadingMonth ?? '').slice(0, 3).toLowerCase()) + 1;
  return `${yearAfterMonth ?? yearAfterDay ?? ''}-${padTwo(month)}-${padTwo(leadingDay ?? dayAfterMonth ?? '')}`;
}
