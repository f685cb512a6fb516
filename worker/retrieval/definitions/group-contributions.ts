/** Groups the contributions of features to a definition's score into the few components shown to users. */

import { traits } from './profile-definition.ts';

/** Components by the beginning of a feature's name; the first that matches counts. */
const componentPrefixes: readonly (readonly [string, string])[] = [
  ['similar', 'meaning'],
  ['soft', 'meaning'],
  ['dense', 'meaning'],
  ['defines', 'definition'],
  ['description', 'documentation'],
  ['documentation', 'documentation'],
  ['enclosing', 'symbol'],
  ['qualified', 'symbol'],
  ['spelling', 'symbol'],
  ['name', 'symbol'],
  ['path', 'path'],
  ['depth', 'path'],
  ['fileRank', 'centrality'],
  ['file', 'coherence'],
  ['rankInFile', 'coherence'],
  ['connect', 'graph'],
  ['isNeighbor', 'graph'],
  ['lines', 'size'],
  ['complexity', 'size'],
  ['nesting', 'size'],
  ['is', 'kind'],
  ['exported', 'kind'],
  ['copies', 'kind'],
  ['asks', 'question'],
  ['question', 'question'],
  ...traits.map((trait) => [trait, 'content'] as const),
];

export function groupContributions(
  contributions: Readonly<Record<string, number>>,
): Readonly<Record<string, number>> {
  const components: Record<string, number> = {};
  for (const [name, contribution] of Object.entries(contributions)) {
    const component = componentPrefixes.find(([prefix]) => name.startsWith(prefix))?.[1] ?? 'words';
    components[component] = (components[component] ?? 0) + contribution;
  }
  return components;
}
