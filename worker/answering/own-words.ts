/** The words of a claim that say something beside what it quotes and names. */

import { isStopWord } from '../core/terms.ts';

/** Words that lead up to what is quoted or named, and say nothing by themselves. */
const leadingWords = new Set(
  `added also author alias begin beginning body brought called changed class closed closes code comment commit component constant declared define defined defines document documentation documented edited enum file
   folder function holds interface introduced issue last line lines macro merged message method module moved named names namespace notes opened one opens path property pull read reads release remark request review said say says section shows source
   stands struct symbol text trait type under variable wrote`.split(/\s+/),
);

/** Leads up to what is quoted or named. */
export function isLeadingWord(word: string): boolean {
  return leadingWords.has(word);
}

export function ownWords(prose: string): readonly string[] {
  const words = new Set(prose.toLowerCase().match(/\p{L}{3,}/gu));
  return [...words].filter((word) => !isStopWord(word) && !leadingWords.has(word));
}
