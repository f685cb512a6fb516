/** Scores a definition by its name, signature, documentation and path alone, before its text is read. */

import type { Question } from '../../core/answers/question.ts';
import { extractTerms } from '../../core/text/terms.ts';
import type { TermWeights } from '../ranking/candidate.ts';
import { createTermMatcher } from './match-terms.ts';
import { countTerms } from './profile-definition.ts';

interface Outline {
  readonly name: string;
  readonly signature: string;
  readonly documentation: string;
}

export type OutlineScorer = (outline: Outline) => number;

/** Maximum characters compared of a description. */
const maxLength = 1_000;
const averageLengths = { name: 4, description: 25 } as const;
const nameWeight = 3;
const descriptionWeight = 2;

export function createOutlineScorer(question: Pick<Question, 'terms'>, weights: TermWeights): OutlineScorer {
  const terms = createTermMatcher(question, weights);
  // Most definitions of a file contain no word of the question, so their terms are not counted.
  const score = (text: string, averageLength: number): number =>
    terms.coverText(text) === 0 ? 0 : terms.bm25(countTerms(extractTerms(text)), averageLength);
  return ({ name, signature, documentation }) =>
    nameWeight * score(name, averageLengths.name) +
    descriptionWeight *
      score(`${signature} ${documentation}`.slice(0, maxLength), averageLengths.description);
}
