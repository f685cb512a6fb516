/**
 * Tests whether a text contains a quotation or code as whole words. White space is collapsed and comment markers
 * at line starts may be omitted.
 */

import { occurInOrder } from './shortened-text.ts';

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
  /** Returns whether the text contains the parts in order, each with whole words. */
  containsInOrder(parts: readonly string[]): boolean;
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
    containsInOrder: (parts) =>
      [plain, collapsed].some((text) =>
        occurInOrder(parts, (part, from) => findEndOfWords(text, normalizeText(part), from)),
      ),
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

/** The sign of a number, and not a hyphen as in `utf-8`, `n-1` and `1-5`. */
const negativeSign = /(?:^|[^\p{L}\p{N}_)\]-])-$/u;

function containsWholeWords(text: string, words: string): boolean {
  return findEndOfWords(text, words, 0) >= 0;
}

/** @returns the end of the first occurrence as whole words at or after the offset, or -1 */
function findEndOfWords(text: string, words: string, from: number): number {
  if (words === '') return -1;
  const [first = '', last = ''] = [words[0], words.at(-1)];
  for (let at = text.indexOf(words, from); at >= 0; at = text.indexOf(words, at + 1)) {
    const end = at + words.length;
    const before = text.slice(Math.max(0, at - 2), at);
    const cutsBefore =
      (wordCharacter.test(first) && wordCharacter.test(before.slice(-1))) ||
      (/\p{N}/u.test(first) && negativeSign.test(before));
    const cutsAfter = wordCharacter.test(last) && wordCharacter.test(text[end] ?? '');
    if (!cutsBefore && !cutsAfter) return end;
  }
  return -1;
}
