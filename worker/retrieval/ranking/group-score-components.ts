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

type ScoreComponent = (typeof componentByFeature)[FeatureName];

export function groupScoreComponents(
  contributions: Readonly<Partial<Record<FeatureName, number>>>,
): Readonly<Record<string, number>> {
  const components: Partial<Record<ScoreComponent, number>> = {};
  for (const [name, component] of Object.entries(componentByFeature) as [FeatureName, ScoreComponent][]) {
    const contribution = contributions[name] ?? 0;
    if (contribution !== 0) components[component] = (components[component] ?? 0) + contribution;
  }
  return components;
}
