/** Features from how much of the question a candidate's text and its file's text contain. */

import type { Question, QuestionTerm } from '../../core/answers/question.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { Candidate, TermWeights } from './candidate.ts';
import type { Features } from './feature-names.ts';

type TextFeatures = Pick<Features, 'text' | 'fileText' | 'leadText' | 'leadFileText'>;

/** Maximum characters read of one chunk. Only chunks with very long lines are larger. */
const maxTextLength = 6_000;

/** Whether each word of the question occurs, in the order of its terms. */
type TermPresence = readonly boolean[];

export function createTextFeatures(
  { terms }: Pick<Question, 'terms'>,
  candidates: readonly Candidate[],
  { weights, lead }: { readonly weights: TermWeights; readonly lead: readonly QuestionTerm[] },
): (chunk: ChunkRow) => TextFeatures {
  const coverage = createCoverage(terms, weights, new Set(terms));
  const leadCoverage = createCoverage(terms, weights, new Set(lead));
  const ofChunks = new Map(candidates.map(({ chunk }) => [chunk.key, wordsIn(chunk.raw, terms)]));
  const ofFiles = new Map<string, TermPresence>();
  for (const { chunk } of candidates) {
    const present = ofChunks.get(chunk.key) ?? [];
    const before = ofFiles.get(chunk.path);
    ofFiles.set(chunk.path, before?.map((one, at) => one || present[at] === true) ?? present);
  }
  return ({ key, path }) => {
    const [own, file] = [ofChunks.get(key) ?? [], ofFiles.get(path) ?? []];
    return {
      text: coverage(own),
      fileText: coverage(file),
      leadText: leadCoverage(own),
      leadFileText: leadCoverage(file),
    };
  };
}

/** Compares letters, not terms: splitting hundreds of texts into terms costs more than it adds. */
function wordsIn(raw: string, terms: readonly QuestionTerm[]): TermPresence {
  const text = raw.slice(0, maxTextLength).toLowerCase();
  return terms.map(({ alternatives }) => alternatives.some((all) => all.every((one) => text.includes(one))));
}

function createCoverage(
  terms: readonly QuestionTerm[],
  weights: TermWeights,
  counted: ReadonlySet<QuestionTerm>,
): (present: TermPresence) => number {
  const counts = terms.map((term) => (counted.has(term) ? (weights.get(term.word) ?? 1) : 0));
  const total = counts.reduce((sum, count) => sum + count, 0) || 1;
  return (present) => counts.reduce((sum, count, at) => sum + (present[at] === true ? count : 0), 0) / total;
}
