/**
 * Whether words stand in a text, whole and in order: white space is folded, and comment markers at line starts may be left
 * out, so that a quotation may run over the lines of a comment.
 */

const commentMarker = /^[ \t]*(?:\/\/[/!]?|\/\*\*?|\*\/?|#+!?|--+|;+|"""|''')[ \t]?/gm;

export function normalisedText(text: string): string {
  return foldedText(text.replace(commentMarker, ''));
}

function foldedText(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

export interface TextHolder {
  /** The quotation stands in the text, comment markers aside. */
  holdsQuote(quote: string): boolean;
  /** The code stands in the text, character by character but for white space. */
  holdsCode(code: string): boolean;
}

export function textHolder(text: string): TextHolder {
  const [plain, folded] = [normalisedText(text), foldedText(text)];
  return {
    holdsQuote: (quote) => holdsWhole(plain, normalisedText(quote)) || holdsWhole(folded, foldedText(quote)),
    holdsCode: (code) => holdsWhole(folded, foldedText(code)) || holdsWhole(plain, foldedText(code)),
  };
}

/** Letters of scripts that part words by white space; `join` does not stand in `rejoined`. */
const wordCharacter = /[\p{Lu}\p{Ll}\p{N}_]/u;

function holdsWhole(text: string, words: string): boolean {
  if (words === '') return false;
  const [first = '', last = ''] = [words[0], words.at(-1)];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const cutsBefore = wordCharacter.test(first) && wordCharacter.test(text[at - 1] ?? '');
    const cutsAfter = wordCharacter.test(last) && wordCharacter.test(text[at + words.length] ?? '');
    if (!cutsBefore && !cutsAfter) return true;
  }
  return false;
}
