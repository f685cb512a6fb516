/** Computes the ranking features of each candidate, each about 0 to 1. */

import type { FileRole } from '../../core/files/file.ts';
import type { Question } from '../../core/answers/question.ts';
import type { Candidate, TermWeights } from './candidate.ts';
import type { Features } from './feature-names.ts';
import { createNameFeatures } from './name-features.ts';
import { createPlaceFeatures, flag } from './place-features.ts';
import { createTextFeatures } from './text-features.ts';
import { fuseLists, type Fusion } from './fuse-lists.ts';
import { createNeighborFeatures, type NeighborFeatures } from './neighbor-features.ts';
import { leadingTerms } from './leading-terms.ts';
import { createWordCoverage } from './word-coverage.ts';

export interface DescribedCandidate {
  readonly candidate: Candidate;
  readonly features: Features;
}

/** The weight of each list in the fusion. */
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
  const lead = leadingTerms(question);
  const around = createNeighborFeatures(candidates, fused);
  const ofTexts = createTextFeatures(question, candidates, { weights, lead });
  const ofNames = createNameFeatures(candidates, {
    all: createWordCoverage(question, weights),
    lead: createWordCoverage({ terms: lead }, weights),
  });
  const ofPlaces = createPlaceFeatures(candidates);
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

/** A file's role counts against it unless that role is requested; search scores count more for sources. */
function featuresOfRole(
  role: FileRole,
  question: Question,
  beside: NeighborFeatures,
): Pick<Features, RoleFeature> {
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
