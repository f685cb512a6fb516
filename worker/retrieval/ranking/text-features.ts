/** Features from how much of the question a candidate's text and its file's text contain. */

import type { Question, QuestionTerm } from '../../core/answers/question.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import type { Candidate, TermWeights } from './candidate.ts';
import type { Features } from './feature-names.ts';

type TextFeatures = Pick<Features, 'text' | 'fileText' | 'leadText' | 'leadFileText'>;

/** Characters looked at of one chunk: chunks are smaller, but for single lines of strangers. */
const longestText = 6_000;

/** For each of the question's words whether it is there, in the order of its terms. */
type Held = readonly boolean[];

export function createTextFeatures(
  { terms }: Pick<Question, 'terms'>,
  candidates: readonly Candidate[],
  { weights, lead }: { readonly weights: TermWeights; readonly lead: readonly QuestionTerm[] },
): (chunk: ChunkRow) => TextFeatures {
  const shareOf = createShares(terms, weights, new Set(terms));
  const shareOfLead = createShares(terms, weights, new Set(lead));
  const ofChunks = new Map(candidates.map(({ chunk }) => [chunk.key, wordsIn(chunk.raw, terms)]));
  const ofFiles = new Map<string, Held>();
  for (const { chunk } of candidates) {
    const held = ofChunks.get(chunk.key) ?? [];
    const before = ofFiles.get(chunk.path);
    ofFiles.set(chunk.path, before?.map((one, at) => one || held[at] === true) ?? held);
  }
  return ({ key, path }) => {
    const [own, file] = [ofChunks.get(key) ?? [], ofFiles.get(path) ?? []];
    return {
      text: shareOf(own),
      fileText: shareOf(file),
      leadText: shareOfLead(own),
      leadFileText: shareOfLead(file),
    };
  };
}

/** By letters, not by terms: to cut some hundred texts into terms costs more than it tells. */
function wordsIn(raw: string, terms: readonly QuestionTerm[]): Held {
  const text = raw.slice(0, longestText).toLowerCase();
  return terms.map(({ alternatives }) => alternatives.some((all) => all.every((one) => text.includes(one))));
}

function createShares(
  terms: readonly QuestionTerm[],
  weights: TermWeights,
  counted: ReadonlySet<QuestionTerm>,
): (held: Held) => number {
  const counts = terms.map((term) => (counted.has(term) ? (weights.get(term.word) ?? 1) : 0));
  const total = counts.reduce((sum, count) => sum + count, 0) || 1;
  return (held) => counts.reduce((sum, count, at) => sum + (held[at] === true ? count : 0), 0) / total;
}
