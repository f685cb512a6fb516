/** The graph of snapshots in the index databases. */

import type { Clock } from '../../ports/clock.ts';
import type { GraphStore } from '../../ports/graph-store.ts';
import { allEdgeReads } from './read-all-edges.ts';
import { edgeReads } from './read-graph.ts';
import { edgeDamage } from './read-damage.ts';
import { linkableReads } from './read-linkable.ts';
import { memberReads } from './read-members.ts';
import { nodeReads } from './read-nodes.ts';
import { referenceReads } from './read-references.ts';
import type { IndexDatabases } from './statements.ts';
import { edgeWrites } from './write-edges.ts';

export function createD1GraphStore(databases: IndexDatabases, clock: Clock): GraphStore {
  const edges = edgeReads(databases);
  return {
    ...edges,
    ...nodeReads(databases),
    ...memberReads(databases, edges.step),
    ...linkableReads(databases),
    ...referenceReads(databases),
    ...allEdgeReads(databases),
    ...edgeWrites(databases, clock),
    ...edgeDamage(databases),
  };
}
