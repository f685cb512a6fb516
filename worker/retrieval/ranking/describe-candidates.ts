/**
 * What the ranking sees of each candidate, as numbers of 0 to 1 or close to it: what the searches say of it, of its file and its
 * folder, which of the question's words its path, names and lines hold, and what the graph and the kind of its file say of it
 * whatever is asked.
 */

import type { FileRole } from '../../core/file.ts';
import type { Question } from '../../core/question.ts';
import type { Candidate, TermWeights } from './candidate.ts';
import type { Features } from './feature-names.ts';
import { featuresOfNames } from './features-of-names.ts';
import { featuresOfPlaces, flag } from './features-of-place.ts';
import { featuresOfTexts } from './features-of-text.ts';
import { fuseLists, type Fusion } from './fuse-lists.ts';
import { aroundCandidates, type Around } from './around-candidates.ts';
import { leadOf } from './lead-of.ts';
import { createWordShares } from './word-shares.ts';

export interface DescribedCandidate {
  readonly candidate: Candidate;
  readonly features: Features;
}

/** What each list counts when they are fused. */
interface ListShare {
  readonly lexical: number;
  readonly dense: number;
}

export function describeCandidates(
  question: Question,
  candidates: readonly Candidate[],
  {
    weights,
    fusion,
    share,
  }: { readonly weights: TermWeights; readonly fusion: Fusion; readonly share: ListShare },
): readonly DescribedCandidate[] {
  const fused = fuseLists(fusion, [
    { weight: share.lexical, scores: new Map(candidates.map((one) => [one.chunk.key, one.bm25])) },
    { weight: share.dense, scores: new Map(candidates.map((one) => [one.chunk.key, one.similarity ?? 0])) },
  ]);
  const lead = leadOf(question);
  const around = aroundCandidates(candidates, fused);
  const ofTexts = featuresOfTexts(question, candidates, { weights, lead });
  const ofNames = featuresOfNames(candidates, {
    all: createWordShares(question, weights),
    lead: createWordShares({ terms: lead }, weights),
  });
  const ofPlaces = featuresOfPlaces(candidates);
  return candidates.map((candidate) => {
    const { chunk, defines } = candidate;
    const beside = around(candidate);
    return {
      candidate,
      features: {
        ...beside,
        ...ofTexts(chunk),
        ...ofNames(chunk),
        ...ofPlaces(chunk),
        ...featuresOfRole(chunk.role, question, beside),
        defines,
        definesAsked: question.class === 'lookup' ? defines : 0,
        holdsName: candidate.holdsName === true ? 1 : 0,
      },
    };
  });
}

type RoleFeature =
  | 'isTest'
  | 'isExample'
  | 'isDocs'
  | 'isTranslation'
  | 'isConfig'
  | 'isAskedFor'
  | 'sourceFused'
  | 'sourceFileBest'
  | 'sourceFileRest';

/** What a file is for counts against it unless that is what is asked for; what the searches say counts more of a source. */
function featuresOfRole(role: FileRole, question: Question, beside: Around): Pick<Features, RoleFeature> {
  const isAskedFor =
    (role === 'test' && question.asksForTests) ||
    (role === 'example' && question.asksForExamples) ||
    (role === 'docs' && question.class === 'docs');
  const isSource = flag(role === 'source' || isAskedFor);
  return {
    isTest: flag(role === 'test' && !isAskedFor),
    isExample: flag(role === 'example' && !isAskedFor),
    isDocs: flag(role === 'docs' && !isAskedFor),
    isTranslation: flag(role === 'translation'),
    isConfig: flag(role === 'config'),
    isAskedFor: flag(isAskedFor),
    sourceFused: isSource * beside.fused,
    sourceFileBest: isSource * beside.fileBest,
    sourceFileRest: isSource * beside.fileRest,
  };
}
