/**
 * What the ranking sees of each candidate, as numbers of 0 to 1 or close to it: what the searches say of it, of its file and its
 * folder, which of the question's words its path and names hold, and what the graph and the file's role say of it whatever is asked.
 */

import type { FileRole } from '../../core/file.ts';
import type { Question } from '../../core/question.ts';
import type { ChunkRow } from '../../ports/chunk-store.ts';
import { logShare } from '../log-share.ts';
import type { Candidate, TermWeights } from './candidate.ts';
import { fuseLists, type Fusion } from './fuse-lists.ts';
import { aroundCandidates, type Around } from './around-candidates.ts';
import { createWordShares, type WordShares } from './word-shares.ts';

/** What the fitted ranker weighs; one that is added or changed calls for another fit. */
export const featureNames = [
  'fused',
  'bm25',
  'bm25Place',
  'dense',
  'densePlace',
  'defines',
  'definesAsked',
  'holdsName',
  'stem',
  'stemCovered',
  'folders',
  'foldersCovered',
  'names',
  'nameCovered',
  'signature',
  'documentation',
  'described',
  'fileBest',
  'fileRest',
  'fileChunks',
  'fileDense',
  'folderRest',
  'sourceFused',
  'sourceFileBest',
  'sourceFileRest',
  'fileRank',
  'exported',
  'defined',
  'chunkLines',
  'fileLines',
  'depth',
  'isEntry',
  'isOld',
  'isStub',
  'isTest',
  'isExample',
  'isDocs',
  'isTranslation',
  'isConfig',
  'isAskedFor',
] as const;

export type FeatureName = (typeof featureNames)[number];
export type Features = Readonly<Record<FeatureName, number>>;

export interface DescribedCandidate {
  readonly candidate: Candidate;
  readonly features: Features;
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
  const shares = createWordShares(question, weights);
  const fused = fuseLists(fusion, [
    { weight: share.lexical, scores: new Map(candidates.map((one) => [one.chunk.key, one.bm25])) },
    { weight: share.dense, scores: new Map(candidates.map((one) => [one.chunk.key, one.similarity ?? 0])) },
  ]);
  const around = aroundCandidates(candidates, fused);
  return candidates.map((candidate) => {
    const beside = around(candidate);
    return {
      candidate,
      features: {
        ...beside,
        ...featuresOfWords(candidate.chunk, shares),
        ...featuresOfPlace(candidate.chunk),
        ...featuresOfRole(candidate.chunk.role, question, beside),
        defines: candidate.defines,
        definesAsked: question.class === 'lookup' ? candidate.defines : 0,
        holdsName: candidate.holdsName === true ? 1 : 0,
      },
    };
  });
}

/** What each list counts when they are fused. */
export interface ListShare {
  readonly lexical: number;
  readonly dense: number;
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

function featuresOfWords(
  chunk: ChunkRow,
  shares: WordShares,
): Pick<
  Features,
  | 'stem'
  | 'stemCovered'
  | 'folders'
  | 'foldersCovered'
  | 'names'
  | 'nameCovered'
  | 'signature'
  | 'documentation'
  | 'described'
> {
  const slash = chunk.path.lastIndexOf('/');
  const stem = chunk.path.slice(slash + 1).replace(/\.[^.]+$/, '');
  const folders = chunk.path.slice(0, Math.max(0, slash));
  const names = [...chunk.metadata.defines, chunk.symbol ?? '', ...(chunk.metadata.headings ?? [])];
  const { signature = '', documentation = '' } = chunk.metadata;
  const lastNames = names.slice(0, mostNames).map((name) => name.slice(name.lastIndexOf('.') + 1));
  return {
    stem: shares.held(stem),
    stemCovered: shares.covered(stem),
    folders: shares.held(folders),
    foldersCovered: Math.max(0, ...folders.split('/').map((folder) => shares.covered(folder))),
    names: shares.held(names.join(' ')),
    nameCovered: Math.max(0, ...lastNames.map((name) => shares.covered(name))),
    signature: shares.held(signature),
    documentation: shares.held(documentation),
    described: shares.held([chunk.path, ...names, signature, documentation].join(' ')),
  };
}

/** Names of one chunk that are looked at one by one. */
const mostNames = 40;
const entryStem = /(?:^|\/)(?:index|__init__|main|mod|lib|app|core)\.[^/.]+$/i;
const oldPath = /(?:^|[/_.-])(?:legacy|deprecated|obsolete|old|compat|backport)(?:[/_.-]|$)/i;
const stubPath = /\.pyi$|\.d\.[cm]?ts$/;

function featuresOfPlace(
  chunk: ChunkRow,
): Omit<
  Features,
  | keyof Around
  | RoleFeature
  | keyof ReturnType<typeof featuresOfWords>
  | 'defines'
  | 'definesAsked'
  | 'holdsName'
> {
  const { path, metadata } = chunk;
  return {
    fileRank: logShare(chunk.fileRank, 100),
    exported: flag((metadata.exports ?? []).length > 0),
    defined: logShare(metadata.defines.length, 20),
    chunkLines: logShare(chunk.endLine - chunk.startLine + 1, 200),
    fileLines: logShare(chunk.lines, 5_000),
    depth: Math.min(1, path.split('/').length / 10),
    isEntry: flag(entryStem.test(path)),
    isOld: flag(oldPath.test(path)),
    isStub: flag(stubPath.test(path)),
  };
}

function flag(holds: boolean): number {
  return holds ? 1 : 0;
}
