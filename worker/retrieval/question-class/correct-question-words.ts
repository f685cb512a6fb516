/** Corrects typos in common question words; valid words such as "here" and "were" stay. */

const questionWords =
  `how what where which why when who does explain describe list find show count every change changed changes remove removed break breaks
   affected affects impact depends defined definition declared called callers usages implemented implements implementation function functions
   class classes method module reason history introduced added deprecated install build contribute documentation license examples project
   the are is there everything happens`.split(/\s+/);
/** Valid words, abbreviations and common names that are one typo away from a question word. */
const validWords: ReadonlySet<string> = new Set(
  `here were hat doe ho lit fin lass very hang hanged chang hanger impat ass glass had sow who how ow so he te ae re ar si three tree then than they
   their them method methods mode modules reasons list lists fid is a i s e r th hen win why while when wen class clas lasses loop
   added add adder dded build built hare are rea ears oes does ever event broken brake beak even ist`.split(
    /\s+/,
  ),
);

const corrections: ReadonlyMap<string, string> = new Map(
  questionWords.flatMap((word) =>
    listTypos(word)
      .filter((typo) => !validWords.has(typo) && !questionWords.includes(typo))
      .map((typo) => [typo, word] as const),
  ),
);

/** The word with two letters swapped, a letter missing or a letter doubled. */
export function listTypos(word: string): readonly string[] {
  return [...word].flatMap((letter, at) => {
    const [before, after] = [word.slice(0, at), word.slice(at + 1)];
    const withSwap = `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`;
    // A shorter word would become unrecognizable.
    return word.length < 4 ? [withSwap] : [withSwap, before + after, `${before}${letter}${letter}${after}`];
  });
}

/** Whether the word is a misspelled question word, which has no content. Words of three letters may be names. */
export function isMisspelledQuestionWord(word: string): boolean {
  return word.length > 3 && /^(?:what|where|which|when)$/.test(corrections.get(word) ?? '');
}

/** @param text in lower case */
export function correctQuestionWords(text: string): string {
  return text
    .replace(/[a-z]+/g, (word) => corrections.get(word) ?? word)
    .replace(/^(\W*)were (?=(?:is|are|does|do|can|did|the)\b)/, '$1where ');
}
