/** Groups feature contributions into the few score components shown to users. */

import type { FeatureName } from './feature-names.ts';

const componentByFeature = {
  fused: 'words',
  bm25: 'words',
  bm25Place: 'words',
  dense: 'meaning',
  densePlace: 'meaning',
  fileDense: 'meaning',
  defines: 'definition',
  definesAsked: 'definition',
  holdsName: 'name',
  stem: 'path',
  stemCovered: 'path',
  folders: 'path',
  foldersCovered: 'path',
  depth: 'path',
  leadStem: 'path',
  leadFolders: 'path',
  names: 'symbol',
  nameCovered: 'symbol',
  signature: 'symbol',
  defined: 'symbol',
  definesNothing: 'symbol',
  nesting: 'symbol',
  leadNames: 'symbol',
  leadFileNames: 'symbol',
  exported: 'symbol',
  documentation: 'documentation',
  described: 'documentation',
  leadDocumentation: 'documentation',
  leadDescribed: 'documentation',
  fileBest: 'coherence',
  fileRest: 'coherence',
  fileChunks: 'coherence',
  folderRest: 'coherence',
  sourceFused: 'words',
  text: 'words',
  leadText: 'words',
  fileText: 'coherence',
  leadFileText: 'coherence',
  sourceFileBest: 'coherence',
  sourceFileRest: 'coherence',
  fileRank: 'centrality',
  chunkLines: 'size',
  complexity: 'size',
  fileLines: 'size',
  isEntry: 'kind',
  isTest: 'kind',
  isExample: 'kind',
  isDocs: 'kind',
  isTranslation: 'kind',
  isConfig: 'kind',
  isAskedFor: 'kind',
  isStub: 'kind',
  isReexport: 'kind',
  isLegacy: 'kind',
  isChangelog: 'kind',
} as const satisfies Record<FeatureName, string>;

type Signal = (typeof componentByFeature)[FeatureName];

export function groupScoreComponents(
  shares: Readonly<Partial<Record<FeatureName, number>>>,
): Readonly<Record<string, number>> {
  const components: Partial<Record<Signal, number>> = {};
  for (const [name, signal] of Object.entries(componentByFeature) as [FeatureName, Signal][]) {
    const share = shares[name] ?? 0;
    if (share !== 0) components[signal] = (components[signal] ?? 0) + share;
  }
  return components;
}
