/**
 * Whether words stand in a text, whole and in order: white space is folded, and comment markers at its line starts may be left
 * out, so that a quotation may run over the lines of a comment. What a quotation itself begins with is quoted: `--force` is no `force`.
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
  /** The letters of the quotation stand in the text, the first or last of them within a word. */
  cutsWord(quote: string): boolean;
  /** The code stands in the text, character by character but for white space. */
  holdsCode(code: string): boolean;
}

export function textHolder(text: string): TextHolder {
  const [plain, folded] = [normalisedText(text), foldedText(text)];
  let begun: string | undefined;
  return {
    holdsQuote: (quote) => {
      const words = foldedText(quote);
      if (isMark(words)) return text.includes(words) && literal(words).test(text);
      return (
        [plain, folded].some((one) => holdsWhole(one, words) || holdsWhole(one, withoutMarkers(quote))) ||
        (opensComment.test(words) && holdsWhole((begun ??= begunText(text)), withoutMarkers(quote)))
      );
    },
    cutsWord: (quote) =>
      !isMark(foldedText(quote)) && [plain, folded].some((one) => one.includes(foldedText(quote))),
    holdsCode: (code) => holdsWhole(folded, foldedText(code)) || holdsWhole(plain, foldedText(code)),
  };
}

const opensComment = new RegExp(commentMarker.source);

/** Without the markers of all its lines but the first. */
function withoutMarkers(quote: string): string {
  const end = quote.indexOf('\n');
  return end < 0
    ? foldedText(quote)
    : `${foldedText(quote.slice(0, end))} ${normalisedText(quote.slice(end))}`;
}

/** A text whose comments keep their first marker. */
function begunText(text: string): string {
  let wasComment = false;
  const lines = text.split('\n').map((line) => {
    const isComment = opensComment.test(line);
    const kept = isComment && wasComment ? line.replace(opensComment, '') : line;
    wasComment = isComment;
    return kept;
  });
  return foldedText(lines.join(' '));
}

/** One sign, which stands in nearly every code: quoted, it is said to be a value there. */
function isMark(words: string): boolean {
  return /^[^\p{L}\p{N}\s]$/u.test(words);
}

/** Between quotation marks, or as the pattern or the escape it is. */
function literal(mark: string): RegExp {
  const own = mark.replace(/[$.*+?^{}()|[\]\\/]/g, '\\$&');
  return new RegExp(`(?:['"\`/“])\\\\?${own}[)+*]{0,2}['"\`/”]|\\\\${own}`);
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
