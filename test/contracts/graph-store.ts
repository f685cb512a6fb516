/**
 * Contract of every graph store: edges are found from either end with the line that proves them, are stored once per repository and deleted
 * with the last snapshot that uses them, and no read sees another snapshot, generation or repository.
 */

import { describe } from 'vitest';
import { readsLinkable } from './graph-store/linkable.ts';
import { readsNodes } from './graph-store/nodes.ts';
import { sharesEdges } from './graph-store/shared-edges.ts';
import { takesSteps } from './graph-store/steps.ts';
import type { GraphStoreSubject } from './graph-store/subject.ts';

export function graphStoreContract(open: () => Promise<GraphStoreSubject>): void {
  describe('a step', () => takesSteps(open));
  describe('nodes', () => readsNodes(open));
  describe('edges', () => sharesEdges(open));
  describe('linkable files', () => readsLinkable(open));
}
