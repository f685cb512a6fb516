/**
 * Prepares a file for drift search: its lines, its meaningful lines and its words. Line endings are ignored.
 */

import { splitLines } from '../../core/text/decode-text.ts';
import { createDriftBudget, type DriftBudget } from './drift-budget.ts';
import { indexParts, type PartIndex } from './index-parts.ts';

export interface Part {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

export interface IndexedParts extends PartIndex {
  readonly parts: readonly Part[];
}

export interface OpenLines {
  readonly lines: PartIndex;
  /** Trimmed lines that contain a word. */
  readonly meaningfulLines: () => IndexedParts;
  readonly words: () => IndexedParts;
}

/**
 * @param text text with secrets masked
 * @param budget budget of the request, shared by all files
 */
export function openLines(text: string, budget: DriftBudget = createDriftBudget()): OpenLines {
  const lines = splitPlainLines(text);
  return {
    lines: indexParts(lines, budget),
    meaningfulLines: once(() => indexTexts(findMeaningfulLines(lines), budget)),
    words: once(() => indexTexts(splitWords(lines), budget)),
  };
}

export function splitPlainLines(text: string): readonly string[] {
  return splitLines(text).map((line) => line.replace(/\r?\n$/, ''));
}

export function findMeaningfulLines(lines: readonly string[]): readonly Part[] {
  return lines
    .map((text, at) => ({ text: text.trim(), line: at + 1 }))
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text));
}

/** Maximum number of words that are aligned, for files as long as a book. */
const maxWords = 200_000;

export function splitWords(lines: readonly string[]): readonly Part[] {
  const words: Part[] = [];
  for (const [at, line] of lines.entries()) {
    if (words.length >= maxWords) break;
    for (const [text] of line.matchAll(/[\p{L}\p{N}_]+|\u2022+/gu)) words.push({ text, line: at + 1 });
  }
  return words;
}

function indexTexts(parts: readonly Part[], budget: DriftBudget): IndexedParts {
  const texts = parts.map(({ text }) => text);
  return { ...indexParts(texts, budget), parts };
}

function once<Value>(make: () => Value): () => Value {
  let cached: { readonly value: Value } | undefined;
  return () => (cached ??= { value: make() }).value;
}
