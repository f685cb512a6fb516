/**
 * Reduces texts to sequences of words, so that white space, markup and punctuation do not decide whether one text contains another. A sequence
 * begins and ends with a space.
 */

import { normalizeText } from './text-matcher.ts';

const word = String.raw`[\p{L}\p{M}\p{N}_]+`;
/** One token, so that `1` does not occur in `-1`. A hyphen after a word or number joins it to what follows, as in `utf-8`, `n-1` and `1-5`. */
const negativeNumber = String.raw`(?<![\p{L}\p{M}\p{N}_)\]-])-\.?\p{N}[\p{L}\p{M}\p{N}_]*`;
/** A hyphen between two words is part of a name, as in `max-age`, and not an operator. */
const codeToken = new RegExp(
  String.raw`${negativeNumber}|${word}|[<>=!]=+|&&|\|\||\?\?|(?<!\p{L})-|-(?!\p{L})|[+*/%&|^!<>~]`,
  'gu',
);
/** These separate words and never decide what code does: `->`, `=>`, `<-`. */
const arrow = /[-=]>|<-(?=\s)/g;
/**
 * Between two operands, with a space on both sides or on neither: `18+`, `C++`, `50 %` and `*emphasis*` have none. A spaced hyphen may be a dash,
 * and a slash without spaces means "or", so they are no tokens; the other operators tell `a + b` from `a - b`.
 */
const arithmetic = String.raw`(?<=[\p{L}\p{M}\p{N}_)\]])[+*%](?=[\p{L}\p{N}_(\[])|(?<=[\p{L}\p{M}\p{N}_)\]${'`'}'"] )(?:[+*/]|(?<!\p{N} )%)(?= -?[\p{L}\p{N}_(\[${'`'}'"])`;
const proseToken = new RegExp(String.raw`${negativeNumber}|${word}|[<>=!]+|&&|\|\||${arithmetic}`, 'gu');

/**
 * The words and operators of code. Brackets, quotation marks, separators and assignments are omitted, and so are the comment marks of several
 * lines; on one line, `--force` and `*rest` are code.
 */
export function codeSequence(text: string): string {
  return toSequence((text.includes('\n') ? normalizeText(text) : text).replace(arrow, ' ').match(codeToken));
}

/** The words, numbers, comparisons and arithmetic of prose, in lower case and without the markup of documentation. */
export function proseSequence(text: string): string {
  return toSequence(stripMarkup(text).replaceAll('−', '-').toLowerCase().match(proseToken));
}

/** The words of names in lower case, whether written as `maxAge`, `max_age`, `MAX_AGE` or `Max-Age`. */
export function spellingSequence(text: string): string {
  const spaced = text.replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return toSequence(spaced.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu));
}

/** @param sequence the words of prose or code */
export function countWords(sequence: string): number {
  return sequence === '' ? 0 : sequence.split(' ').length - 2;
}

/**
 * Returns the end of the first occurrence of words at or after an offset, or -1. Other words may begin there, with the space that ends these.
 */
export function endOfSequence(sequence: string, words: string, from: number): number {
  const at = sequence.indexOf(words, from);
  return at < 0 ? -1 : at + words.trimEnd().length;
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
