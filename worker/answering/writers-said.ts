/**
 * Who a claim says wrote or said what it quotes: names as code and as plain words, by the words beside them. A word that may be a name
 * and is none is taken for one all the same: what cannot be read passes nothing.
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
export function writersSaid(text: string): readonly string[] {
  // Marks and what is not seen keep no name from being one.
  const bare = text
    .replaceAll(/`[^`\n]{1,4000}`/g, '` `')
    .replaceAll(/\]\([^)\n]{0,300}\)|[*[\]\p{Cf}]/gu, '');
  const plain = [...bare.matchAll(plainBefore), ...bare.matchAll(plainAfter), ...bare.matchAll(plainOwner)]
    .map(([, name = '']) => name.replace(/^@/, '').replace(/[.’]$/, ''))
    .filter((name) => !nobody.test(name));
  return [...writersAsCode(text), ...plain];
}

/** The same of names as code alone. Numbers and commits say things too, in a manner of speaking. */
export function writersAsCode(text: string): readonly string[] {
  return [...text.matchAll(codeBefore), ...text.matchAll(codeAfter)]
    .map(([, name = '']) => name)
    .filter((name) => !/^(?:#\d{1,9}|[0-9a-f]{7,64})$/.test(name));
}
