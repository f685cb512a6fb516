/**
 * Reduces texts to sequences of words, so that white space, markup and punctuation do not decide whether one text contains another. A sequence
 * begins and ends with a space.
 */

import { normalizeText } from './text-matcher.ts';

/** A hyphen between two words is part of a name, as in `max-age`, and not an operator. */
const codeToken = /[\p{L}\p{M}\p{N}_]+|[<>=!]=+|&&|\|\||\?\?|(?<!\p{L})-|-(?!\p{L})|[+*/%&|^!<>~]/gu;
/** These separate words and never decide what code does: `->`, `=>`, `<-`. */
const arrow = /[-=]>|<-(?=\s)/g;
const proseToken = /[\p{L}\p{M}\p{N}_]+|[<>=!]+|&&|\|\|/gu;

/**
 * The words and operators of code. Brackets, quotation marks, separators and assignments are omitted, and so are the comment marks of several
 * lines; on one line, `--force` and `*rest` are code.
 */
export function codeSequence(text: string): string {
  return toSequence((text.includes('\n') ? normalizeText(text) : text).replace(arrow, ' ').match(codeToken));
}

/** The words, numbers and comparisons of prose, in lower case and without the markup of documentation. */
export function proseSequence(text: string): string {
  return toSequence(stripMarkup(text).toLowerCase().match(proseToken));
}

/** The words of names in lower case, whether written as `maxAge`, `max_age`, `MAX_AGE` or `Max-Age`. */
export function spellingSequence(text: string): string {
  const spaced = text.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return toSequence(spaced.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu));
}

/** Tags, Javadoc and reStructuredText roles, link targets and line breaks of comments. */
function stripMarkup(text: string): string {
  return normalizeText(text)
    .replace(/<\/?[A-Za-z][^<>\n]{0,80}>/g, ' ')
    .replace(/\{@\w+\s+/g, ' ')
    .replace(/(?<![\p{L}\p{N}]):\w+:(?=`)/gu, ' ')
    .replace(/\]\([^)\s]{1,200}\)/g, ' ');
}

function toSequence(tokens: readonly string[] | null): string {
  return tokens === null ? '' : ` ${tokens.join(' ')} `;
}
