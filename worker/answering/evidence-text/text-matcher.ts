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
  /** Returns whether the text contains the quotation, ignoring comment markers. */
  containsQuote(quote: string): boolean;
  /** Returns whether the text contains the quotation, even if it begins or ends within a word. */
  containsQuoteMidWord(quote: string): boolean;
  /** Returns whether the text contains the code exactly, except for white space. */
  containsCode(code: string): boolean;
}

export function createTextMatcher(text: string): TextMatcher {
  const [plain, collapsed] = [normalizeText(text), collapseWhitespace(text)];
  let withFirstMarkers: string | undefined;
  return {
    containsQuote: (quote) => {
      const words = collapseWhitespace(quote);
      if (isPunctuation(words)) return text.includes(words) && createLiteralPattern(words).test(text);
      return (
        [plain, collapsed].some(
          (text) => containsWholeWords(text, words) || containsWholeWords(text, stripLaterMarkers(quote)),
        ) ||
        (opensComment.test(words) &&
          containsWholeWords((withFirstMarkers ??= keepFirstMarkers(text)), stripLaterMarkers(quote)))
      );
    },
    containsQuoteMidWord: (quote) =>
      !isPunctuation(collapseWhitespace(quote)) &&
      [plain, collapsed].some((text) => text.includes(collapseWhitespace(quote))),
    containsCode: (code) =>
      containsWholeWords(collapsed, collapseWhitespace(code)) ||
      containsWholeWords(plain, collapseWhitespace(code)),
  };
}

const opensComment = new RegExp(commentMarker.source);

/** Removes comment markers from all lines except the first. */
function stripLaterMarkers(quote: string): string {
  const end = quote.indexOf('\n');
  return end < 0
    ? collapseWhitespace(quote)
    : `${collapseWhitespace(quote.slice(0, end))} ${normalizeText(quote.slice(end))}`;
}

/** Collapses the text and keeps only the first marker of each comment block. */
function keepFirstMarkers(text: string): string {
  let wasComment = false;
  const lines = text.split('\n').map((line) => {
    const isComment = opensComment.test(line);
    const stripped = isComment && wasComment ? line.replace(opensComment, '') : line;
    wasComment = isComment;
    return stripped;
  });
  return collapseWhitespace(lines.join(' '));
}

/** Whether the text is one punctuation character. Nearly all code contains it, so its quotation must match a literal. */
function isPunctuation(words: string): boolean {
  return /^[^\p{L}\p{N}\s]$/u.test(words);
}

/** Matches the character as a quoted literal, or escaped as in a pattern. */
function createLiteralPattern(mark: string): RegExp {
  const escaped = mark.replace(/[$.*+?^{}()|[\]\\/]/g, '\\$&');
  return new RegExp(`(?:['"\`/“])\\\\?${escaped}[)+*]{0,2}['"\`/”]|\\\\${escaped}`);
}

/** Letters of scripts that separate words with white space, so that `join` does not match in `rejoined`. */
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
