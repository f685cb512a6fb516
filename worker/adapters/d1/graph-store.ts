/** Implements the `GraphStore` port with D1: the code graph of each snapshot in its index database. */

import type { Clock } from '../../ports/clock.ts';
import type { GraphStore } from '../../ports/graph-store.ts';
import { allEdgeReads, edgeDamage, edgeReads } from './graph/read-edges.ts';
import { linkableReads, referenceReads } from './graph/read-references.ts';
import { memberReads } from './graph/read-members.ts';
import { neighborReads } from './graph/read-neighbors.ts';
import { nodeReads } from './graph/read-nodes.ts';
import type { IndexDatabases } from './sql/statements.ts';
import { edgeWrites } from './graph/write-edges.ts';

export function createD1GraphStore(databases: IndexDatabases, clock: Clock): GraphStore {
  const edges = edgeReads(databases);
  return {
    ...edges,
    ...nodeReads(databases),
    ...neighborReads(databases),
    ...memberReads(databases, edges.step),
    ...linkableReads(databases),
    ...referenceReads(databases),
    ...allEdgeReads(databases),
    ...edgeWrites(databases, clock),
    ...edgeDamage(databases),
  };
}
