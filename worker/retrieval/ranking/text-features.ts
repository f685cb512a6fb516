/** Computes features from the fraction of the question in a candidate's text and in its file's text. */

import type { Question, QuestionTerm } from '../../core/answers/question.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { Candidate, TermWeights } from './candidate.ts';
import type { Features } from './feature-names.ts';

type TextFeatures = Pick<Features, 'text' | 'fileText' | 'leadText' | 'leadFileText'>;

/** Maximum number of characters read of a chunk. Only chunks with very long lines are larger. */
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
  const presenceByChunk = new Map(
    candidates.map(({ chunk }) => [chunk.key, findPresentTerms(chunk.raw, terms)]),
  );
  const presenceByFile = new Map<string, TermPresence>();
  for (const { chunk } of candidates) {
    const present = presenceByChunk.get(chunk.key) ?? [];
    const before = presenceByFile.get(chunk.path);
    presenceByFile.set(
      chunk.path,
      before?.map((isPresent, at) => isPresent || present[at] === true) ?? present,
    );
  }
  return ({ key, path }) => {
    const [chunkPresence, file] = [presenceByChunk.get(key) ?? [], presenceByFile.get(path) ?? []];
    return {
      text: coverage(chunkPresence),
      fileText: coverage(file),
      leadText: leadCoverage(chunkPresence),
      leadFileText: leadCoverage(file),
    };
  };
}

/** Searches for letters instead of terms, because splitting hundreds of texts into terms is not worth its cost. */
function findPresentTerms(raw: string, terms: readonly QuestionTerm[]): TermPresence {
  const text = raw.slice(0, maxTextLength).toLowerCase();
  return terms.map(({ alternatives }) =>
    alternatives.some((forms) => forms.every((form) => text.includes(form))),
  );
}

function createCoverage(
  terms: readonly QuestionTerm[],
  weights: TermWeights,
  countedTerms: ReadonlySet<QuestionTerm>,
): (present: TermPresence) => number {
  const termWeights = terms.map((term) => (countedTerms.has(term) ? (weights.get(term.word) ?? 1) : 0));
  const total = termWeights.reduce((sum, weight) => sum + weight, 0) || 1;
  return (present) =>
    termWeights.reduce((sum, weight, at) => sum + (present[at] === true ? weight : 0), 0) / total;
}
