/** What the graph tool says about how certain its results are. */

import { describe, expect, it } from 'vitest';
import { createClient } from '../../../worker/contract/client.ts';
import { formatResult } from '../../../worker/mcp/format-result.ts';
import { graphTool } from '../../../worker/mcp/tools/graph.ts';

const origin = 'http://127.0.0.1:8787';
const repositories = { repositories: [{ id: 'r1', name: 'acme/ferry', servedSnapshotId: 's1' }] };
const createNode = (id: string, symbol: string, startLine: number, endLine: number) => ({
  id,
  kind: 'function',
  symbol,
  name: symbol,
  path: `src/${symbol}.ts`,
  startLine,
  endLine,
  signature: '',
});
const createEdge = (from: string, tier: string, line: number) => ({
  from,
  to: '1.0',
  kind: 'calls',
  tier,
  path: 'src/calls.ts',
  line,
  text: '  send();',
});
const answer = {
  query: 'callers',
  focus: createNode('1.0', 'send', 135, 135),
  others: [],
  nodes: [createNode('2.0', 'proven', 1, 9), createNode('3.0', 'likely', 4, 4)],
  edges: [
    createEdge('2.0', 'resolved', 2),
    ...[5, 6, 7, 8, 9].map((line) => createEdge('3.0', 'import-scoped', line)),
  ],
  unsure: [],
  total: 2,
  truncated: false,
  hidden: ['264 places name `send`.'],
};

async function call(changes: object, input: object = {}): Promise<{ text: string; address: string }> {
  let address = '';
  const send: typeof fetch = async (request) => {
    address = String(request);
    return Response.json(address.includes('/graph/') ? { ...answer, ...changes } : repositories);
  };
  const client = createClient({ baseUrl: origin, fetch: send });
  const values = { query: 'callers', symbol: 'send', maxTokens: 4_000, ...input } as const;
  return { text: formatResult(await graphTool.run({ client, origin }, values), 4_000), address };
}

describe('the graph tool', () => {
  it('marks what is not fully resolved, counts further lines, and states gaps', async () => {
    const { text } = await call({});
    expect(text).toContain('callers of send (src/send.ts:135): 2.');
    expect(text).toContain('\ncalls at src/calls.ts:2: send();');
    expect(text).toContain('\nprobably calls at src/calls.ts:5: send();');
    expect(text).toContain('\nAnd 2 more lines.');
    expect(text).toContain('"Probably": the name is not fully resolved');
    expect(text).toContain('264 places name `send`.');
    expect(text).toContain('### src/likely.ts:4 (function likely)');
  });

  it('does not explain a mark that no line has', async () => {
    const { text } = await call({ edges: [createEdge('2.0', 'resolved', 2)] });
    expect(text).not.toContain('robably');
  });

  it('lists the places that match by name alone', async () => {
    const place = { from: '4.0', name: 'send', kind: 'calls', path: 'src/other.ts', line: 7, candidates: 3 };
    const edges = [createEdge('2.0', 'name-match', 2)];
    const { text, address } = await call({ unsure: [place], edges }, { tiers: 'name-match' });
    expect(address).toContain('tiers=name-match');
    expect(text).toContain('1 place uses a name that several definitions share');
    expect(text).toContain('src/other.ts:7 (calls one of 3 definitions named send)');
    expect(text).toContain('by name alone: calls at src/calls.ts:2');
  });

  it.each([
    ['limit', '2, of which 2 are listed.'],
    ['time', 'at least 2; the search ran out of time.'],
    ['nodes', 'at least 2; the search reached its maximum number of definitions.'],
  ])('says what an end of the search by %s means', async (truncatedBy, expected) => {
    expect((await call({ truncated: true, truncatedBy })).text).toContain(expected);
  });
});
