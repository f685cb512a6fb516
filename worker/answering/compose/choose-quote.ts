/**
 * Chooses the sentence or line of a span to quote: the one that covers most of the question. Every quotation
 * appears in the span verbatim.
 */

import { containsWord, type Question } from '../../core/answers/question.ts';
import { extractTerms } from '../../core/text/terms.ts';
import { createTextMatcher, type TextMatcher } from '../evidence-text/text-matcher.ts';
import { codeLines, extractProse } from '../evidence-text/span-lines.ts';

const longestQuote = 280;
const longestLine = 160;
/** Shorter ones are headings and labels. */
const fewestWords = 4;

export type WordWeight = (word: string) => number;

/** The first sentences of a documentation text that fit; empty when even the first does not. */
export function openingOf(documentation: string, spanText: string, sentences = 2): string {
  const holder = createTextMatcher(spanText);
  let quote = '';
  const opening =
    documentation
      .split(/\n\s*\n/)
      .find((paragraph) => /\p{L}{2}/u.test(paragraph) && !isNotice(paragraph) && !isTag(paragraph.trim())) ??
    '';
  for (const sentence of sentencesOf(opening).slice(0, sentences)) {
    if (isTag(sentence)) break;
    const longer = quote === '' ? sentence : `${quote} ${sentence}`;
    if (!isQuotable(longer, holder)) break;
    quote = longer;
  }
  return quote;
}

/** The sentence of documentation or prose that answers best; the first one when none holds a word of the question. */
export function bestSentence(
  question: Question,
  source: { readonly text: string; readonly spanText: string },
  weight: WordWeight,
): string {
  const holder = createTextMatcher(source.spanText);
  const sentences = extractProse(source.text)
    .split(/\n\s*\n/)
    .flatMap(sentencesOf)
    // A later one without an end has been cut off, or is a label.
    .filter((sentence, index) => index === 0 || /[.!?:)'"`]$/.test(sentence))
    .filter((sentence) => sentence.split(' ').length >= fewestWords && isQuotable(sentence, holder));
  const telling = sentences.filter((text) => !isTag(text) && (asksForRights(question) || !isNotice(text)));
  return bestOf(question, telling, weight).text ?? '';
}

/** What a parameter is, or what is thrown: of no use without the definition. */
function isTag(sentence: string): boolean {
  return /^[@\\](?!brief|summary|remarks?|desc|note|warning|deprecated)[a-z]/i.test(sentence);
}

/** It says who holds the rights, not what the code does. */
export function isNotice(text: string): boolean {
  return /copyright (?:\(c\)|©|\d{4})|spdx-license|licen[cs]ed (?:under|to)|all rights reserved|permission is hereby|redistribution and use in/i.test(
    text,
  );
}

export function asksForRights({ terms }: Pick<Question, 'terms'>): boolean {
  return terms.some(({ word }) => /^(?:licen[cs]|copyright)/.test(word));
}

/** Lines that say nothing by themselves. */
const fillers = [
  // Of the code below it.
  /^['"]use \w+['"];?$/,
  // What something ended with, a name of a list, a parameter with its type.
  /^[)\]}]/,
  /^["'\w$.-]+,$/,
  /^(?:(?:readonly )?[\w$]+\??|\{[^{}]*\}): *[\w$.<>[\]| ]+,$/,
  /^(?:else|try|do|finally|begin|then|end|loop)\b\W*$/,
];

interface QuotedLine {
  readonly line: number;
  readonly text: string;
  /** It holds words of the question. */
  readonly answers: boolean;
}

/** The line of code that holds most of what was asked; the first that can be quoted when none holds any of it. */
export function bestLine(
  question: Question,
  span: { readonly text: string; readonly startLine: number },
  weight: WordWeight,
): QuotedLine | undefined {
  const usable = codeLines(span.text).filter(
    ({ text }) =>
      text.length > 3 &&
      text.length <= longestLine &&
      !/`|\[chunk:/.test(text) &&
      /\p{L}/u.test(text) &&
      !fillers.some((form) => form.test(text)),
  );
  const texts = usable.map((line) => line.text);
  const best = bestOf(question, texts, weight);
  const found = usable.find((line) => line.text === best.text);
  return found === undefined
    ? undefined
    : { line: span.startLine + found.index, text: found.text, answers: best.score > 0 };
}

const returnsShown = 3;

/** The lines by which code gives something back; as many as can be shown. */
export function returnLines(span: {
  readonly text: string;
  readonly startLine: number;
}): readonly QuotedLine[] {
  return codeLines(span.text)
    .filter(
      ({ text }) => /^\s*return\b\s*\S/.test(text) && text.length <= longestLine && !/`|\[chunk:/.test(text),
    )
    .slice(0, returnsShown)
    .map(({ text, index }) => ({ line: span.startLine + index, text, answers: true }));
}

export function sentencesOf(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?])[ \t]*\n|(?<=[.!?])\s+(?=[\p{Lu}`"'*[(@])|\n[ \t]*(?=@[a-z])/u)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim());
}

function bestOf(
  question: Question,
  texts: readonly string[],
  weight: WordWeight,
): { readonly text: string | undefined; readonly score: number } {
  let [best, most] = [texts[0], 0];
  for (const text of texts) {
    const score = scoreOf(question, text, weight);
    if (score > most) [best, most] = [text, score];
  }
  return { text: best, score: most };
}

/** The weight of the question's words that a text holds. */
export function scoreOf(question: Question, text: string, weight: WordWeight): number {
  const held = new Set(extractTerms(text));
  return question.terms
    .filter((term) => containsWord(held, term))
    .reduce((sum, term) => sum + weight(term.word), 0);
}

/** Longest quotation a claim may hold: links are long where they lead, and are not counted above. */
const longestWithLinks = 560;

/**
 * A sentence as it is quoted, marks and all; undefined where it cannot be. One that holds our own marks stands between straight
 * ones, where nothing within it could be taken for their end or the end of a sentence.
 */
export function quoted(text: string, holder: TextMatcher): string | undefined {
  const length = text.replaceAll(/\]\([^()\s]*\)/g, ']').length;
  if (length > longestQuote || text.length > longestWithLinks) return undefined;
  if (!/\p{L}{2}/u.test(text) || /\[chunk:/.test(text) || !holder.containsQuote(text)) return undefined;
  if (!/[“”]/.test(text)) return `“${text}”`;
  const isPlain = !/["\n]|[.!?。！？][\s[]|[。！？]/.test(text) && text.split('`').length % 2 === 1;
  return isPlain && /^[^“”]*(?:“[^“”]*”[^“”]*)*$/.test(text) ? `"${text}"` : undefined;
}

/** A text with our own quotation marks in it, or in a citation's form, would be misread as something else. */
function isQuotable(text: string, holder: TextMatcher): boolean {
  const readable = text.length <= longestQuote && /\p{L}{2}/u.test(text) && !/[“”]|\[chunk:/.test(text);
  return readable && holder.containsQuote(text);
}
