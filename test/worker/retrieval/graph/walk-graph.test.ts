import { describe, expect, it } from 'vitest';
import { provenTiers } from '../../../../worker/core/code/edge.ts';
import { walkGraph, type TraversalOptions } from '../../../../worker/retrieval/graph/walk-graph.ts';
import { createMemoryGraph } from '../../../support/fakes/memory-graph.ts';

const key = { shard: 0, snapshot: 1, generation: 1 };
const graph = createMemoryGraph({ 'a.py': ['a 1-1', 'b 2-2', 'c 3-3', 'd 4-4'] }, [
  'a.py a calls a.py b @1',
  'a.py b calls a.py c @2',
  'a.py c calls a.py d @3',
  'a.py d calls a.py a @4',
  'a.py a calls a.py d @1 name-match',
]);
const id = (name: string) => graph.findId('a.py', name);
const options: TraversalOptions = {
  direction: 'out',
  kinds: ['calls'],
  tiers: provenTiers,
  depth: 10,
  maxNodes: 100,
  hasTimeLeft: () => true,
};
const walk = (changed: Partial<TraversalOptions>, store = graph.graphStore) =>
  walkGraph(store, key, {
    from: [id('a')],
    options: { ...options, ...changed },
    next: (edges) => Promise.resolve(edges.map((edge) => (changed.direction === 'in' ? edge.from : edge.to))),
  });

describe('walkGraph', () => {
  it('returns the distance of each node, and of the start if a cycle leads back to it', async () => {
    const { distances, edges, cutBy } = await walk({});
    expect(Object.fromEntries(distances)).toEqual({ [id('b')]: 1, [id('c')]: 2, [id('d')]: 3, [id('a')]: 4 });
    expect(edges).toHaveLength(4);
    expect(cutBy).toBeUndefined();
  });

  it('follows incoming edges', async () => {
    const { distances } = await walk({ direction: 'in', depth: 2 });
    expect([...distances.keys()]).toEqual([id('d'), id('c')]);
  });

  it('stops at the depth without reporting a cut', async () => {
    const { distances, cutBy } = await walk({ depth: 1 });
    expect([[...distances.keys()], cutBy]).toEqual([[id('b')], undefined]);
  });

  it('reports which budget stopped it', async () => {
    expect((await walk({ maxNodes: 1 })).cutBy).toBe('nodes');
    expect((await walk({ hasTimeLeft: () => false })).cutBy).toBe('time');
    const full = createMemoryGraph({ 'a.py': ['a 1-1', 'b 2-2'] }, ['a.py a calls a.py b @1'], {
      maxEdges: 1,
    });
    expect((await walk({}, full.graphStore)).cutBy).toBe('nodes');
  });

  it('follows unproven edges only on request', async () => {
    const { distances } = await walk({ depth: 1, tiers: ['name-match'] });
    expect([...distances.keys()]).toEqual([id('d')]);
  });
});
