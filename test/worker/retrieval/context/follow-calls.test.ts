/** Calls are followed only to definitions that add a word of the question. */
import { describe, expect, it } from 'vitest';
import type { GraphEdge, GraphNode } from '../../../../worker/core/code/edge.ts';
import { followCalls } from '../../../../worker/retrieval/context/follow-calls.ts';
import { createDefinition, termsOf } from './definitions.ts';

const file = `export function sellTicket(seat: Seat): Ticket {
  const price = priceOf(seat);
  printTicket(seat, price);
  return { seat, price };
}
`;
const start = createDefinition({
  file,
  from: 'export',
  to: '}',
  path: 'src/sell.ts',
  symbol: 'sellTicket',
  symbolId: '1.0',
});

function createNode(id: string, name: string, rest: Partial<GraphNode> = {}): GraphNode {
  return {
    id,
    kind: 'function',
    name,
    symbol: name,
    path: `src/${name}.ts`,
    language: 'typescript',
    role: 'source',
    startLine: 1,
    endLine: 9,
    nameLine: 1,
    signature: `function ${name}()`,
    documentation: '',
    exported: true,
    complexity: 1,
    rank: 1,
    ...rest,
  };
}

const nodes = [
  createNode('2.0', 'priceOf', { documentation: 'A child travels at half the fare, a pensioner too.' }),
  createNode('2.1', 'printTicket'),
  createNode('3.0', 'openCounter', { documentation: 'Sells to each passenger, also to a pensioner.' }),
  createNode('4.0', 'test_pensioner', { role: 'test' }),
];
const edge = (from: string, to: string): GraphEdge => ({
  from,
  to,
  kind: 'calls',
  tier: 'resolved',
  path: 'src/sell.ts',
  line: 2,
});
const graphStore = {
  step: async (_key: unknown, { direction }: { readonly direction: 'in' | 'out' }) =>
    direction === 'out' ? [edge('1.0', '2.0'), edge('1.0', '2.1')] : [edge('3.0', '1.0'), edge('4.0', '1.0')],
  nodes: async (_key: unknown, ids: readonly string[]) => nodes.filter(({ id }) => ids.includes(id)),
};

const follow = async (words: readonly string[], options: { readonly withTests?: boolean } = {}) => {
  const terms = termsOf(...words);
  const found = await followCalls(graphStore, { shard: 0, snapshot: 1, generation: 1 }, [start], {
    terms,
    weights: new Map(terms.map(({ word }) => [word, 1])),
    withTests: options.withTests ?? false,
  });
  return found.map(({ symbol }) => symbol);
};

describe('followCalls', () => {
  it('finds the callee and the caller with a word that the definition lacks, the one with more words first', async () => {
    expect(await follow(['ticket', 'pensioner', 'half'])).toEqual(['priceOf', 'openCounter']);
  });

  it('finds nothing if the definition has all words that its neighbors have', async () => {
    expect(await follow(['ticket', 'seat', 'price'])).toEqual([]);
  });

  it('finds a test only if the question asks for tests', async () => {
    expect(await follow(['pensioner'], { withTests: true })).toContain('test_pensioner');
  });

  it('does not return a definition that is known', async () => {
    const known = { ...start, symbolId: '2.0', symbol: 'priceOf' };
    const terms = termsOf('half');
    const found = await followCalls(graphStore, { shard: 0, snapshot: 1, generation: 1 }, [start, known], {
      terms,
      weights: new Map([['half', 1]]),
      withTests: false,
    });
    expect(found).toEqual([]);
  });
});
