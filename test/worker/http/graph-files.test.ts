import { MultiDirectedGraph as Graph } from 'graphology';
import { parse } from 'graphology-graphml';
import { describe, expect, it } from 'vitest';
import { queryGraph } from '../../../worker/flows/graph/query-graph.ts';
import { exportGraph } from '../../../worker/flows/graph/export-graph.ts';
import { graphToGraphml, graphToJson, outcomeToCsv } from '../../../worker/http/graph-files.ts';
import { createGraphServices, graphSnapshot } from '../../support/workbench/graph-services.ts';
import { createMemoryGraph } from '../../support/fakes/memory-graph.ts';

const odd = 'src/<odd> & "quoted"\u{1}.py';
const graph = createMemoryGraph(
  { 'src/a.py': ['f 1-3', 'C 5-9 class', 'C.m 6-7 method'], [odd]: ['g 1-2'] },
  [
    'src/a.py f calls src/a.py C @2',
    'src/a.py imports package:zod @1',
    'src/a.py C.m calls src/a.py C.m @7',
    'src/a.py f calls src/a.py C.m @2 name-match',
  ],
);
const attributes = { repository: 'small', commit: 'c1' };
const read = () => exportGraph(graph, graphSnapshot.key, ['resolved', 'import-scoped']);

describe('graphToJson', () => {
  it('can be read by graphology with all files, definitions, packages and edges', async () => {
    const exported = Graph.from(graphToJson(await read(), attributes) as never);
    expect(exported.order).toBe(2 + 4 + 1);
    expect(exported.getNodeAttribute(graph.findId('src/a.py', 'C.m'), 'symbol')).toBe('C.m');
    const kinds = exported.mapEdges((_, { kind, line }) => `${kind}:${line}`).toSorted();
    expect(kinds).toEqual([
      'calls:2',
      'calls:7',
      'defines:1',
      'defines:1',
      'defines:5',
      'defines:6',
      'imports:1',
    ]);
  });
});

describe('graphToGraphml', () => {
  it('is valid GraphML, whatever characters a path contains', async () => {
    const text = [...graphToGraphml(await read(), attributes)].join('');
    const parsed = parse(Graph as never, text) as unknown as Graph;
    expect([parsed.order, parsed.size]).toEqual([7, 7]);
    const file = parsed.findNode((_, node) => node['path'] === odd.replace('\u{1}', '\u{FFFD}'));
    expect(file).toBeDefined();
  });
});

describe('outcomeToCsv', () => {
  it('has one row per edge, and escapes special characters', async () => {
    const outcome = await queryGraph(createGraphServices(graph), graphSnapshot, {
      query: 'callers',
      symbol: 'C',
    });
    const named = { ...outcome, focus: { ...outcome.focus, symbol: '=C,"1"' } };
    const [head, row, ...rest] = outcomeToCsv(named).split('\r\n');
    expect(head).toBe('distance,kind,tier,from,fromPath,fromLine,to,toPath,toLine,path,line');
    expect(row).toBe(`1,calls,resolved,f,src/a.py,1,"'=C,""1""",src/a.py,5,src/a.py,2`);
    expect(rest).toEqual(['']);
  });
});
