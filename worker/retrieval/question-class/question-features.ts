/** The features that decide the class of a question: its cues, and the words and pairs of words in it with names masked. */

import { findQuestionCues, maskNames } from './question-cues.ts';

/** Maximum words that are read, from the start. */
const maxWords = 40;

/** @param names names written as code, and paths */
export function findQuestionFeatures(text: string, names: readonly string[]): readonly string[] {
  const words = (maskNames(text, names).match(/‹name›|[\p{L}\p{N}']+|\?/gu) ?? []).slice(0, maxWords);
  const pairs = ['^', ...words].map((word, index) => `${word} ${words[index] ?? '$'}`);
  return [...findQuestionCues(text, names), ...new Set([...words, ...pairs].map((term) => `w:${term}`))];
}
