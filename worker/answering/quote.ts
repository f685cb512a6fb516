/** Picks what to quote of a span: the sentence or line that holds most of what was asked. */

import type { Question } from '../core/question.ts';
import { termsOf } from '../core/terms.ts';

const longestQuote = 280;
const longestLine = 160;

export type WordWeight = (word: string) => number;

/** The sentences of a documentation text, markers already removed. */
function sentencesOf(text: string): readonly string[] {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat
    .split(/(?<=[.!?])\s+(?=[\p{Lu}`"'*[(])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 2);
}

/** The first sentences of a documentation text that fit; empty when even the first does not. */
export function openingOf(documentation: string, sentences = 2): string {
  let quote = '';
  for (const sentence of sentencesOf(documentation.split(/\n\s*\n/)[0] ?? '').slice(0, sentences)) {
    const longer = quote === '' ? sentence : `${quote} ${sentence}`;
    if (longer.length > longestQuote) break;
    quote = longer;
  }
  return quotable(quote) ? quote : '';
}

/** The sentence of a prose text that answers best; the first one when none holds a word of the question. */
export function bestSentence(question: Question, text: string, weight: WordWeight): string {
  const plain = text
    .split('\n')
    .filter((line) => !/^\s*(?:#{1,6}\s|```|[|:>=~^-]{2,}|\.\. |:\w+:|<|!\[)/.test(line))
    .map((line) => line.replace(/^\s*(?:[-*+]|\d+\.)\s+/, ''))
    .join('\n');
  const sentences = plain
    .split(/\n\s*\n/)
    .flatMap(sentencesOf)
    .filter(
      (sentence) => sentence.length <= longestQuote && quotable(sentence) && /\p{L}{2}/u.test(sentence),
    );
  return bestOf(question, sentences, weight) ?? '';
}

/** The line of code that holds most of what was asked, with its number; undefined when none can be quoted. */
export function bestLine(
  question: Question,
  span: { text: string; startLine: number },
  weight: WordWeight,
): { line: number; text: string } | undefined {
  const lines = span.text
    .split('\n')
    .map((text, index) => ({ line: span.startLine + index, text: text.trim() }));
  const usable = lines.filter(
    ({ text }) =>
      text.length > 3 &&
      text.length <= longestLine &&
      !text.includes('`') &&
      /[\p{L}]/u.test(text) &&
      !/^(?:\/\/|#|\*|\/\*|import\b|from\b.*\bimport\b|use\b|package\b|#include)/.test(text),
  );
  const best = bestOf(
    question,
    usable.map((one) => one.text),
    weight,
  );
  return usable.find((one) => one.text === best);
}

function bestOf(question: Question, texts: readonly string[], weight: WordWeight): string | undefined {
  let best = texts[0];
  let most = 0;
  for (const text of texts) {
    const held = new Set(termsOf(text));
    const score = question.terms.reduce(
      (sum, term) => sum + (term.variants.some((form) => held.has(form)) ? weight(term.word) : 0),
      0,
    );
    if (score > most) [best, most] = [text, score];
  }
  return best;
}

/** A text with our own quotation marks in it, or a citation's form, cannot be quoted without being misread. */
function quotable(text: string): boolean {
  return text !== '' && !/[“”]|\[chunk:/.test(text);
}
