/** Traces from a graph: which ends are searched first, what one call is worth, and the score of the lines with calls. */
import { expect, it } from 'vitest';
import { readTrace } from '../../../../../worker/flows/answer/passages/read-trace.ts';
import type { ReadableDefinition } from '../../../../../worker/retrieval/context/readable-definition.ts';
import { createManualClock } from '../../../../support/fakes/manual-clock.ts';
import { createMemoryGraph, type MemoryGraph } from '../../../../support/fakes/memory-graph.ts';
import { graphSnapshot } from '../../../../support/workbench/graph-services.ts';
import { createDefinition } from '../../../retrieval/context/definitions.ts';

const question = 'Follow a request through handleRequest until findRoute picks the route';

const files = {
  'src/server.ts': ['handleRequest 1-20', 'readBody 22-30', 'log 32-40'],
  'src/router.ts': ['findRoute 1-9', 'matchPath 11-19'],
};

function createRanked(
  graph: MemoryGraph,
  name: string,
  more: Partial<ReadableDefinition> = {},
): ReadableDefinition {
  const symbol = graph.symbols.find(({ qualifiedName }) => qualifiedName === name);
  if (symbol === undefined) throw new Error(`The graph has no ${name}.`);
  const { id, path, startLine, endLine } = symbol;
  const definition = createDefinition({
    file: 'start\n',
    from: 'start',
    to: 'start',
    symbol: name,
    symbolId: id,
  });
  return { ...definition, path, startLine, endLine, ...more };
}

async function trace(
  edges: readonly string[],
  ranked: readonly (string | [string, number])[],
  { text = question, identifiers = ['handleRequest', 'findRoute'], likely = [] as readonly string[] } = {},
) {
  const graph = createMemoryGraph(files, edges);
  const { calls, omitted, missing } = await readTrace(
    { graphStore: graph.graphStore, clock: createManualClock() },
    graphSnapshot,
    {
      question: { text, identifiers, paths: [] },
      likelyDefinitions: graph.symbols.filter(({ qualifiedName }) => likely.includes(qualifiedName)),
    },
    ranked.map((item) => {
      const [name, score] = typeof item === 'string' ? [item, 1] : item;
      return createRanked(graph, name, { score });
    }),
  );
  return { calls, omitted, missing, steps: graph.steps };
}

const list = ({ calls }: Awaited<ReturnType<typeof trace>>) =>
  calls.map(({ lines, callee }) => [lines.definition.symbol, callee, lines.startLine]);

const toRoute = 'src/server.ts handleRequest calls src/router.ts findRoute @7';
const toBody = 'src/server.ts handleRequest calls src/server.ts readBody @3';
const toLog = 'src/server.ts readBody calls src/server.ts log @25';
const toPath = 'src/router.ts findRoute calls src/router.ts matchPath @4';

it('is the one call between two definitions that the question names', async () => {
  const found = await trace([toRoute], ['handleRequest', 'findRoute']);
  expect(list(found)).toEqual([['handleRequest', 'findRoute', 7]]);
  expect(found.missing).toBeUndefined();
});

it('is the call between the named definitions and not other calls of the best definitions', async () => {
  const found = await trace([toBody, toLog, toRoute], ['handleRequest', 'readBody', 'log', 'findRoute']);
  expect(list(found)).toEqual([['handleRequest', 'findRoute', 7]]);
});

it('is searched between named definitions that were not ranked, in either direction', async () => {
  const found = await trace([toRoute], ['log'], {
    identifiers: ['findRoute', 'handleRequest'],
    likely: ['findRoute', 'handleRequest'],
  });
  expect(list(found)).toEqual([['handleRequest', 'findRoute', 7]]);
});

it('states that the calls between the named definitions are missing only if a search finds none', async () => {
  const found = await trace([toPath], ['handleRequest', 'findRoute']);
  expect(found.calls).toEqual([]);
  expect(found.missing).toEqual({ from: 'handleRequest', to: 'findRoute' });
  expect(found.steps).toContainEqual({ direction: 'out', from: ['1.0'] });
  expect((await trace([], ['handleRequest'], { identifiers: ['handleRequest'] })).missing).toBeUndefined();
});

it('is the calls between the best definitions if the named ones are not connected', async () => {
  const found = await trace([toBody, toLog], ['handleRequest', 'readBody', 'log', 'findRoute']);
  expect(list(found)).toEqual([
    ['handleRequest', 'readBody', 3],
    ['readBody', 'log', 25],
  ]);
});

it('needs two calls if the question names fewer than two definitions', async () => {
  const found = await trace([toBody], ['handleRequest', 'readBody'], { identifiers: ['handleRequest'] });
  expect(found.calls).toEqual([]);
});

it('has for each call the score of the definition that makes it, 0 if that was not ranked', async () => {
  const ends = { identifiers: ['handleRequest', 'matchPath'] };
  const found = await trace(
    [toRoute, toPath],
    [
      ['matchPath', 1],
      ['handleRequest', 0.4],
    ],
    ends,
  );
  expect(found.calls.map(({ lines }) => [lines.definition.symbol, lines.definition.score])).toEqual([
    ['handleRequest', 0.4],
    ['findRoute', 0],
  ]);
});

it('is empty for a question that asks for no trace', async () => {
  const found = await trace([toRoute], ['handleRequest', 'findRoute'], {
    text: 'What does handleRequest return?',
  });
  expect(found).toMatchObject({ calls: [], omitted: [], missing: undefined, steps: [] });
});
