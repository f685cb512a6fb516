/** What the fitted ranker credits to each feature, as the few signals a reader can make something of. */

import type { FeatureName } from './describe-candidates.ts';

const signalOf = {
  fused: 'words',
  bm25: 'words',
  bm25Place: 'words',
  questionWords: 'words',
  dense: 'meaning',
  densePlace: 'meaning',
  fileDense: 'meaning',
  defines: 'definition',
  holdsName: 'name',
  writesCode: 'name',
  stem: 'path',
  stemCovered: 'path',
  folders: 'path',
  foldersCovered: 'path',
  depth: 'path',
  names: 'symbol',
  nameCovered: 'symbol',
  signature: 'symbol',
  defined: 'symbol',
  exported: 'symbol',
  documentation: 'documentation',
  described: 'documentation',
  fileBest: 'coherence',
  fileRest: 'coherence',
  fileChunks: 'coherence',
  folderRest: 'coherence',
  fileRank: 'graph',
  chunkLines: 'size',
  fileLines: 'size',
  isEntry: 'kind',
  isOld: 'kind',
  isStub: 'kind',
  isTest: 'kind',
  isExample: 'kind',
  isDocs: 'kind',
  isTranslation: 'kind',
  isConfig: 'kind',
  asksForTests: 'kind',
  asksForExamples: 'kind',
  asksForDocs: 'kind',
  asksWhere: 'kind',
} as const satisfies Record<FeatureName, string>;

type Signal = (typeof signalOf)[FeatureName] | 'base';

/** @param shares by feature, and `base`: what is there before anything is known. */
export function toldShares(shares: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const told: Partial<Record<Signal, number>> = {};
  for (const [name, share] of Object.entries(shares)) {
    const signal = name in signalOf ? signalOf[name as FeatureName] : 'base';
    told[signal] = (told[signal] ?? 0) + share;
  }
  return told;
}
