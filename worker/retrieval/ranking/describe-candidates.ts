/** Computes the ranking features of each candidate, each about 0 to 1. */
import type { FileRole, FileTrait } from '../../core/files/file.ts';
import type { Question } from '../../core/answers/question.ts';
import type { Candidate, TermWeights } from './candidate.ts';
import type { Features } from './feature-names.ts';
import { createNameFeatures } from './name-features.ts';
import { createTextFeatures } from './text-features.ts';
import { fuseLists, type Fusion } from './fuse-lists.ts';
import { createNeighborFeatures, type NeighborFeatures } from './neighbor-features.ts';
import { findLeadingTerms } from './leading-terms.ts';
import { createWordCoverage } from './word-coverage.ts';
import { createTraitDetector } from '../../core/files/file-traits.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import { logScale } from './measures.ts';

export interface DescribedCandidate {
  readonly candidate: Candidate;
  readonly features: Features;
}

/** The weight of each list in the fusion. */
interface ListWeights {
  readonly lexical: number;
  readonly dense: number;
}

export function describeCandidates(
  question: Question,
  candidates: readonly Candidate[],
  {
    weights,
    fusion,
    listWeights,
  }: { readonly weights: TermWeights; readonly fusion: Fusion; readonly listWeights: ListWeights },
): readonly DescribedCandidate[] {
  const fused = fuseLists(fusion, [
    { weight: listWeights.lexical, scores: new Map(candidates.map((item) => [item.chunk.key, item.bm25])) },
    {
      weight: listWeights.dense,
      scores: new Map(candidates.map((item) => [item.chunk.key, item.similarity ?? 0])),
    },
  ]);
  const leadTerms = findLeadingTerms(question);
  const neighborFeatures = createNeighborFeatures(candidates, fused);
  const textFeatures = createTextFeatures(question, candidates, { weights, lead: leadTerms });
  const all = createWordCoverage(question, weights);
  const nameFeatures = createNameFeatures(candidates, {
    all,
    lead: leadTerms === question.terms ? all : createWordCoverage({ terms: leadTerms }, weights),
  });
  const placeFeatures = createPlaceFeatures(candidates);
  return candidates.map((candidate) => {
    const { chunk, defines } = candidate;
    const neighbors = neighborFeatures(candidate);
    return {
      candidate,
      features: {
        ...neighbors,
        ...textFeatures(chunk),
        ...nameFeatures(chunk),
        ...placeFeatures(chunk),
        ...roleFeatures(chunk.role, question, neighbors),
        defines,
        definesAsked: question.class === 'lookup' ? defines : 0,
        holdsName: candidate.containsName === true ? 1 : 0,
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

/** Computes the role features: roles that the question does not request, and the search scores of sources and requested roles. */
function roleFeatures(
  role: FileRole,
  question: Question,
  neighbors: NeighborFeatures,
): Pick<Features, RoleFeature> {
  const isRequestedRole =
    (role === 'test' && question.asksForTests) ||
    (role === 'example' && question.asksForExamples) ||
    (role === 'docs' && question.class === 'docs');
  const isSource = toFlag(role === 'source' || isRequestedRole);
  return {
    isTest: toFlag(role === 'test' && !isRequestedRole),
    isExample: toFlag(role === 'example' && !isRequestedRole),
    isDocs: toFlag(role === 'docs' && !isRequestedRole),
    isTranslation: toFlag(role === 'translation'),
    isConfig: toFlag(role === 'config'),
    isAskedFor: toFlag(isRequestedRole),
    sourceFused: isSource * neighbors.fused,
    sourceFileBest: isSource * neighbors.fileBest,
    sourceFileRest: isSource * neighbors.fileRest,
  };
}

type PlaceFeatures = Pick<
  Features,
  | 'fileRank'
  | 'exported'
  | 'defined'
  | 'definesNothing'
  | 'nesting'
  | 'complexity'
  | 'chunkLines'
  | 'fileLines'
  | 'depth'
  | 'isEntry'
  | 'isStub'
  | 'isReexport'
  | 'isLegacy'
  | 'isChangelog'
>;

const entryStem = /(?:^|\/)(?:index|__init__|main|mod|lib|app|core)\.[^/.]+$/i;

/** Creates the features that do not depend on the question: size, position, references and kind of file. */
function createPlaceFeatures(candidates: readonly Candidate[]): (chunk: ChunkRow) => PlaceFeatures {
  const readTraits = createTraitDetector(new Set(candidates.map(({ chunk }) => chunk.path)));
  return (chunk) => {
    const { path, metadata } = chunk;
    const traits = readTraits(chunk);
    const is = (trait: FileTrait): number => toFlag(traits.has(trait));
    return {
      fileRank: logScale(chunk.fileRank, 100),
      exported: toFlag((metadata.exports ?? []).length > 0),
      defined: logScale(metadata.defines.length, 20),
      definesNothing: toFlag(metadata.defines.length === 0),
      nesting: Math.min(1, (chunk.symbol ?? '').split('.').length / 5),
      complexity: logScale(metadata.complexity ?? 0, 50),
      chunkLines: logScale(chunk.endLine - chunk.startLine + 1, 200),
      fileLines: logScale(chunk.lines, 5_000),
      depth: Math.min(1, path.split('/').length / 10),
      isEntry: toFlag(entryStem.test(path)),
      isStub: is('stub'),
      isReexport: is('reexport'),
      isLegacy: is('legacy'),
      isChangelog: is('changelog'),
    };
  };
}

function toFlag(condition: boolean): number {
  return condition ? 1 : 0;
}
