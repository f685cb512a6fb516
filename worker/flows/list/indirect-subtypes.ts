/** Finds listed types that have subtypes of their own. A list of implementations contains only types that name the base type directly. */

import { edgeTiers, type NodeId } from '../../core/code/edge.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import { hasGraph } from '../graph/graph-query.ts';
import type { FoundInFiles } from './found-in-files.ts';
import type { ListServices } from './scan-texts.ts';
import { countOf } from '../../core/text/count-of.ts';

const namesPerQuery = 200;

/** @returns a sentence if the list omits subtypes of listed types */
export async function describeIndirectSubtypes(
  services: ListServices,
  resolved: ResolvedSnapshot,
  found: FoundInFiles['found'],
): Promise<readonly string[]> {
  if (found.size === 0) return [];
  if (!hasGraph(resolved)) return ['Only types that name the base type directly are in this list'];
  const listed = await findListed(services, resolved, found);
  const parents = await findParents(services, resolved, listed);
  if (parents.size === 0) return [];
  const have = parents.size === 1 ? 'has subtypes of its own' : 'have subtypes of their own';
  return [
    `${countOf(parents.size, 'listed type')} ${have}, which do not name the base type and are not in this list`,
  ];
}

async function findListed(
  { chunkStore }: ListServices,
  { key }: ResolvedSnapshot,
  found: FoundInFiles['found'],
): Promise<readonly NodeId[]> {
  const places = [...found].flatMap(([path, placesOfFile]) =>
    placesOfFile.flatMap(({ symbol }) => (symbol === undefined ? [] : [{ path, symbol }])),
  );
  const wanted = new Set(places.map(({ path, symbol }) => `${path}\n${symbol}`));
  const names = [...new Set(places.map(({ symbol }) => symbol))];
  const ids: NodeId[] = [];
  for (let at = 0; at < names.length; at += namesPerQuery)
    for (const { id, path, qualifiedName } of await chunkStore.findSymbols(
      key,
      names.slice(at, at + namesPerQuery),
    ))
      if (wanted.has(`${path}\n${qualifiedName}`)) ids.push(id);
  return [...new Set(ids)];
}

/** The listed types with a subtype that is not listed. */
async function findParents(
  { graphStore }: ListServices,
  { key }: ResolvedSnapshot,
  listed: readonly NodeId[],
): Promise<ReadonlySet<NodeId>> {
  const parents = new Set<NodeId>();
  const known = new Set(listed);
  for (let at = 0; at < listed.length; at += graphStore.maxNodes) {
    const edges = await graphStore.step(key, {
      from: listed.slice(at, at + graphStore.maxNodes),
      direction: 'in',
      kinds: ['extends', 'implements'],
      tiers: edgeTiers,
    });
    for (const { from, to } of edges) if (!known.has(from)) parents.add(to);
  }
  return parents;
}
