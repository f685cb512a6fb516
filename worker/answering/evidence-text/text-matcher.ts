/**
 * Tests whether a text contains a quotation or code as whole words. White space is collapsed and comment markers
 * at line starts may be omitted.
 */

const commentMarker = /^[ \t]*(?:\/\/[/!]?|\/\*\*?|\*\/?|#+!?|--+|;+|"""|''')[ \t]?/gm;

export function normalizeText(text: string): string {
  return collapseWhitespace(text.replace(commentMarker, ''));
}

function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

export interface TextMatcher {
  /** The quotation stands in the text, comment markers aside. */
  containsQuote(quote: string): boolean;
  /** The letters of the quotation stand in the text, the first or last of them within a word. */
  cutsWord(quote: string): boolean;
  /** The code stands in the text, character by character but for white space. */
  containsCode(code: string): boolean;
}

export function createTextMatcher(text: string): TextMatcher {
  const [plain, folded] = [normalizeText(text), collapseWhitespace(text)];
  let begun: string | undefined;
  return {
    containsQuote: (quote) => {
      const words = collapseWhitespace(quote);
      if (isMark(words)) return text.includes(words) && literal(words).test(text);
      return (
        [plain, folded].some(
          (one) => containsWholeWords(one, words) || containsWholeWords(one, withoutMarkers(quote)),
        ) ||
        (opensComment.test(words) && containsWholeWords((begun ??= begunText(text)), withoutMarkers(quote)))
      );
    },
    cutsWord: (quote) =>
      !isMark(collapseWhitespace(quote)) &&
      [plain, folded].some((one) => one.includes(collapseWhitespace(quote))),
    containsCode: (code) =>
      containsWholeWords(folded, collapseWhitespace(code)) ||
      containsWholeWords(plain, collapseWhitespace(code)),
  };
}

const opensComment = new RegExp(commentMarker.source);

/** Without the markers of all its lines but the first. */
function withoutMarkers(quote: string): string {
  const end = quote.indexOf('\n');
  return end < 0
    ? collapseWhitespace(quote)
    : `${collapseWhitespace(quote.slice(0, end))} ${normalizeText(quote.slice(end))}`;
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
  return collapseWhitespace(lines.join(' '));
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

function containsWholeWords(text: string, words: string): boolean {
  if (words === '') return false;
  const [first = '', last = ''] = [words[0], words.at(-1)];
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const cutsBefore = wordCharacter.test(first) && wordCharacter.test(text[at - 1] ?? '');
    const cutsAfter = wordCharacter.test(last) && wordCharacter.test(text[at + words.length] ?? '');
    if (!cutsBefore && !cutsAfter) return true;
  }
  return false;
}
