/** Places that name a definition and could mean another: those of its own language alone. */

import { languageOf } from '../../core/language.ts';
import type { SnapshotKey } from '../../core/repository.ts';
import type { GraphNode } from '../../core/edge.ts';
import { linkRules } from '../../indexing/linking/link-rules.ts';
import type { NamedPlace } from '../../ports/graph-store.ts';
import type { GraphServices } from './graph-question.ts';

export async function placesByName(
  { graphStore }: Pick<GraphServices, 'graphStore'>,
  key: SnapshotKey,
  node: GraphNode,
): Promise<readonly NamedPlace[]> {
  if (node.symbol === undefined) return [];
  const { family } = linkRules(node.language);
  const places = await graphStore.namedPlaces(key, [node.name]);
  return places.filter(({ path }) => linkRules(languageOf(path)).family === family);
}
