/**
 * Chooses the sentence of a span to quote: the one that best matches the question. Every quotation appears
 * in the span verbatim.
 */

import { containsWord, type Question } from '../../core/answers/question.ts';
import { extractTerms } from '../../core/text/terms.ts';
import { createTextMatcher, type TextMatcher } from '../evidence-text/text-matcher.ts';
import { codeLines, extractProse } from '../evidence-text/span-lines.ts';

const maxQuoteLength = 280;
const maxLineLength = 160;
/** Shorter sentences are headings and labels. */
const minWords = 4;

export type WordWeight = (word: string) => number;

/** Quotes the first sentences of a documentation text that fit; empty if even the first does not fit. */
export function quoteOpening(documentation: string, spanText: string, maxSentences = 2): string {
  const matcher = createTextMatcher(spanText);
  let quote = '';
  const opening =
    documentation
      .split(/\n\s*\n/)
      .find((paragraph) => /\p{L}{2}/u.test(paragraph) && !isNotice(paragraph) && !isTag(paragraph.trim())) ??
    '';
  for (const sentence of splitSentences(opening).slice(0, maxSentences)) {
    if (isTag(sentence)) break;
    const extended = quote === '' ? sentence : `${quote} ${sentence}`;
    if (!isQuotable(extended, matcher)) break;
    quote = extended;
  }
  return quote;
}

/** Returns the sentence that best matches the question, or the first if none contains a word of the question. */
export function bestSentence(
  question: Question,
  source: { readonly text: string; readonly spanText: string },
  weight: WordWeight,
): string {
  const matcher = createTextMatcher(source.spanText);
  const sentences = extractProse(source.text)
    .split(/\n\s*\n/)
    .flatMap(splitSentences)
    // A later sentence without end punctuation is incomplete or a label.
    .filter((sentence, index) => index === 0 || /[.!?:)'"`]$/.test(sentence))
    .filter((sentence) => sentence.split(' ').length >= minWords && isQuotable(sentence, matcher));
  const usable = sentences.filter((text) => !isTag(text) && (asksForRights(question) || !isNotice(text)));
  return findBest(question, usable, weight).text ?? '';
}

/** Documentation tags such as `@param` and `@throws` are useless without the definition. */
function isTag(sentence: string): boolean {
  return /^[@\\](?!brief|summary|remarks?|desc|note|warning|deprecated)[a-z]/i.test(sentence);
}

/** Returns whether the text is a copyright or license notice, which does not describe the code. */
export function isNotice(text: string): boolean {
  return /copyright (?:\(c\)|©|\d{4})|spdx-license|licen[cs]ed (?:under|to)|all rights reserved|permission is hereby|redistribution and use in/i.test(
    text,
  );
}

export function asksForRights({ terms }: Pick<Question, 'terms'>): boolean {
  return terms.some(({ word }) => /^(?:licen[cs]|copyright)/.test(word));
}

interface QuotedLine {
  readonly line: number;
  readonly text: string;
}

const maxReturns = 3;

/** Returns the first lines of code that return a value. */
export function returnLines(span: {
  readonly text: string;
  readonly startLine: number;
}): readonly QuotedLine[] {
  return codeLines(span.text)
    .filter(
      ({ text }) =>
        /^\s*return\b\s*\S/.test(text) && text.length <= maxLineLength && !/`|\[chunk:/.test(text),
    )
    .slice(0, maxReturns)
    .map(({ text, index }) => ({ line: span.startLine + index, text }));
}

export function splitSentences(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])[ \t]*\n|(?<=[.!?])\s+(?=[\p{Lu}`"'*[(@])|\n[ \t]*(?=@[a-z])/u)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim());
}

function findBest(
  question: Question,
  texts: readonly string[],
  weight: WordWeight,
): { readonly text: string | undefined; readonly score: number } {
  let [best, bestScore] = [texts[0], 0];
  for (const text of texts) {
    const score = scoreText(question, text, weight);
    if (score > bestScore) [best, bestScore] = [text, score];
  }
  return { text: best, score: bestScore };
}

/** Sums the weights of the question's words that the text contains. */
export function scoreText(question: Question, text: string, weight: WordWeight): number {
  const textTerms = new Set(extractTerms(text));
  return question.terms
    .filter((term) => containsWord(textTerms, term))
    .reduce((sum, term) => sum + weight(term.word), 0);
}

/** The maximum length of a quotation including its link targets, which `maxQuoteLength` does not count. */
const maxLengthWithLinks = 560;

/**
 * Wraps a sentence in quotation marks; undefined if it cannot be quoted. A sentence with curly marks gets straight
 * marks, if nothing in it could end the quotation or the sentence.
 */
export function formatQuotation(
  text: string,
  matcher: TextMatcher,
  maxLength = maxQuoteLength,
): string | undefined {
  const length = text.replaceAll(/\]\([^()\s]*\)/g, ']').length;
  if (length > maxLength || text.length > Math.max(maxLength, maxLengthWithLinks)) return undefined;
  if (!/\p{L}{2}/u.test(text) || /\[chunk:/.test(text) || !matcher.containsQuote(text)) return undefined;
  if (!/[“”]/.test(text)) return `“${text}”`;
  const isPlain = !/["\n]|[.!?。！？][\s[]|[。！？]/.test(text) && text.split('`').length % 2 === 1;
  return isPlain && /^[^“”]*(?:“[^“”]*”[^“”]*)*$/.test(text) ? `"${text}"` : undefined;
}

/** Rejects text with curly quotation marks or citations, which the claim parser would misread. */
function isQuotable(text: string, matcher: TextMatcher): boolean {
  const readable = text.length <= maxQuoteLength && /\p{L}{2}/u.test(text) && !/[“”]|\[chunk:/.test(text);
  return readable && matcher.containsQuote(text);
}
