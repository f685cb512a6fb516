/**
 * Contract of every graph store: edges are found from either end with the line that proves them, are stored once per repository and deleted
 * with the last snapshot that uses them, and no read sees another snapshot, generation or repository.
 */

import { describe } from 'vitest';
import { linkableFileSuite } from './graph-store/linkable.ts';
import { neighborSuite } from './graph-store/neighbors.ts';
import { nodeSuite } from './graph-store/nodes.ts';
import { sharedEdgeSuite } from './graph-store/shared-edges.ts';
import { stepSuite } from './graph-store/steps.ts';
import type { GraphStoreSubject } from './graph-store/subject.ts';

export function graphStoreContract(open: () => Promise<GraphStoreSubject>): void {
  describe('a step', () => stepSuite(open));
  describe('neighbors', () => neighborSuite(open));
  describe('nodes', () => nodeSuite(open));
  describe('edges', () => sharedEdgeSuite(open));
  describe('for linking, the store', () => linkableFileSuite(open));
}
