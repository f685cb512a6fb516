/** How many edges only one of two graphs has: both named by what they join, for keys are a snapshot's own. */

import type { GraphExport } from '../../worker/contract/graph.ts';

export function graphDifferences(one: GraphExport, other: GraphExport): number {
  const left = counted(edgesOf(one));
  let differences = 0;
  for (const edge of edgesOf(other)) {
    const times = left.get(edge) ?? 0;
    if (times === 0) differences += 1;
    else left.set(edge, times - 1);
  }
  return differences + [...left.values()].reduce((sum, times) => sum + times, 0);
}

function edgesOf({ nodes, edges }: GraphExport): readonly string[] {
  const names = new Map(nodes.map(({ key, attributes }) => [key, nameOf(attributes)]));
  return edges.map(({ source, target, attributes }) =>
    JSON.stringify([names.get(source), names.get(target), Object.entries(attributes).toSorted()]),
  );
}

function nameOf(attributes: Readonly<Record<string, unknown>>): string {
  return ['kind', 'path', 'symbol', 'name', 'startLine'].map((field) => String(attributes[field])).join(' ');
}

function counted(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}
