/** Compares the words of a question with the terms of a definition's fields. */

import { containsWord, listForms, type Question, type QuestionTerm } from '../../core/answers/question.ts';
import { createTermFinder } from '../../core/text/term-finder.ts';
import type { TermWeights } from '../ranking/candidate.ts';
import type { TermCounts } from './profile-definition.ts';

export interface TermMatcher {
  /** BM25 of a field (Robertson and Zaragoza, 2009), with word weights of the repository. */
  bm25(field: TermCounts, averageLength: number): number;
  /** Fraction of the question's weight that the fields contain together, 0 to 1. */
  coverage(...fields: readonly TermCounts[]): number;
  /** The same for a text that is compared once. */
  coverText(text: string): number;
  /** Highest coverage of a few consecutive lines. */
  windowCoverage(lines: readonly (readonly string[])[]): number;
  /** Fraction of a name's parts that the question contains. */
  nameCoverage(parts: readonly string[]): number;
  /** Words of the question with their weights. */
  readonly words: readonly { readonly word: string; readonly weight: number }[];
  readonly totalWeight: number;
}

const saturation = 1.2;
const lengthEffect = 0.6;
const windowLines = 7;

export function createTermMatcher({ terms }: Pick<Question, 'terms'>, weights: TermWeights): TermMatcher {
  const words = terms.map((term) => ({ word: term.word, weight: weights.get(term.word) ?? 1, term }));
  const totalWeight = words.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const forms = new Set(terms.flatMap(({ variants }) => variants));
  const findTerms = createTermFinder(listForms(terms));
  return {
    words,
    totalWeight,
    bm25({ counts, total }, averageLength) {
      const norm = saturation * (1 - lengthEffect + (lengthEffect * total) / averageLength);
      let sum = 0;
      for (const { term, weight } of words) {
        const count = countTerm(counts, term);
        if (count > 0) sum += (weight * count * (saturation + 1)) / (count + norm);
      }
      return sum;
    },
    coverage(...fields) {
      let sum = 0;
      for (const { term, weight } of words)
        if (fields.some(({ counts }) => countTerm(counts, term) > 0)) sum += weight;
      return sum / totalWeight;
    },
    coverText(text) {
      const present = findTerms(text);
      if (present.size === 0) return 0;
      let sum = 0;
      for (const { term, weight } of words) if (containsWord(present, term)) sum += weight;
      return sum / totalWeight;
    },
    windowCoverage: (lines) => findBestWindow(lines, words, forms) / totalWeight,
    nameCoverage: (parts) =>
      parts.length === 0 ? 0 : parts.filter((part) => forms.has(part)).length / parts.length,
  };
}

/** How often the text contains the word in its most frequent form; a compound counts as often as its rarest part. */
function countTerm(counts: ReadonlyMap<string, number>, { alternatives }: QuestionTerm): number {
  let most = 0;
  for (const parts of alternatives) {
    let least = Infinity;
    for (const part of parts) least = Math.min(least, counts.get(part) ?? 0);
    if (least !== Infinity && least > most) most = least;
  }
  return most;
}

interface WeighedTerm {
  readonly term: QuestionTerm;
  readonly weight: number;
}

function findBestWindow(
  lines: readonly (readonly string[])[],
  words: readonly WeighedTerm[],
  forms: ReadonlySet<string>,
): number {
  /** By line: the indexes of the words in it. */
  const found = lines.map((line) => {
    const present = new Set(line.filter((term) => forms.has(term)));
    if (present.size === 0) return [];
    return words.flatMap(({ term }, index) =>
      term.alternatives.some((parts) => parts.every((part) => present.has(part))) ? [index] : [],
    );
  });
  let best = 0;
  for (let start = 0; start < found.length; start += 1) {
    if (found[start]?.length === 0) continue;
    const inWindow = new Set(found.slice(start, start + windowLines).flat());
    let sum = 0;
    for (const index of inWindow) sum += words[index]?.weight ?? 0;
    best = Math.max(best, sum);
  }
  return best;
}
