/** Returns the first sentence of a documentation text, as plain text. */

import { isPointer } from './is-pointer.ts';
import { plainInlineText } from './plain-inline-text.ts';

const maxLength = 240;
/** Characters that are read of a documentation text, because it is untrusted. */
const maxRead = 4_000;
const minWords = 3;
const abbreviation = /\b(?:e\.g|i\.e|etc|vs|cf|approx|resp|incl)\.$/i;

/** @returns undefined if the text begins with no sentence that is short enough to quote */
export function firstSentence(documentation: string): string | undefined {
  const paragraph =
    documentation
      .slice(0, maxRead)
      .replaceAll(/^[ \t]*(?:\*(?!\*)|>)[ \t]?/gm, '')
      .replace(
        /^[ \t]*@(?:module|packageDocumentation|file|fileoverview|overview)\b[ \t]*(?:[\w/.-]+[ \t]*\n)?/gm,
        '',
      )
      .split(/\n\s*\n|\n(?=\s*@[a-z])/)
      .map((piece) => piece.trim())
      .find((piece) => piece !== '' && !piece.startsWith('@') && !/^[=~^"'`#*.:-]{3,}/.test(piece)) ?? '';
  const text = plainInlineText(paragraph.replace(/^[^\n]*\n[=~^"'#*-]{3,}\s*(?:\n|$)/, ''));
  let sentence = '';
  for (const piece of text.split(/(?<=[.!?])\s+(?=[\p{Lu}`"'(@])/u)) {
    sentence = sentence === '' ? piece : `${sentence} ${piece}`;
    if (!abbreviation.test(sentence)) break;
  }
  const words = sentence.match(/\p{L}[\p{L}\p{N}'’-]*/gu) ?? [];
  const isQuotable =
    words.length >= minWords && sentence.length <= maxLength && !/[“”]|^https?:/.test(sentence);
  return isQuotable && !isPointer(sentence) ? sentence.replace(/:$/, '') : undefined;
}
