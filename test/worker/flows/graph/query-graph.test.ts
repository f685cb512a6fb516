import { describe, expect, it } from 'vitest';
import { queryGraph } from '../../../../worker/flows/graph/query-graph.ts';
import { findSymbols } from '../../../../worker/flows/browse/browse-snapshot.ts';
import type { GraphOutcome, GraphQuery } from '../../../../worker/flows/graph/graph-query.ts';
import { createGraphServices, graphSnapshot } from '../../../support/workbench/graph-services.ts';
import { createMemoryGraph } from '../../../support/fakes/memory-graph.ts';

const graph = createMemoryGraph(
  {
    'src/app.py': [
      'App 1-40 class',
      'App.run 2-9 method',
      'App.stop 10-12 method',
      'make 50-60',
      'loop 61-70',
      'orphan 71-73 function decorated',
    ],
    'src/cli.py': ['main 1-20', 'helper 21-30'],
    'src/sub.py': ['Sub 1-9 class', 'run 10-12'],
    'tests/test_app.py': ['test_make 1-5'],
    'src/unused.py': [],
  },
  [
    'src/app.py App has-method src/app.py App.run @2',
    'src/app.py App has-method src/app.py App.stop @10',
    'src/app.py make calls src/app.py App @51',
    'src/app.py loop calls src/app.py loop @65',
    'src/app.py App.run calls src/app.py App.stop @3',
    'src/cli.py imports src/app.py @1',
    'src/cli.py imports src/app.py make @1',
    'src/cli.py imports package:click @2',
    'src/cli.py main calls src/app.py make @5',
    'src/cli.py main calls src/app.py App.run @6',
    'src/cli.py main calls src/app.py App.stop @7 name-match',
    'src/cli.py helper uses src/cli.py main @22',
    'src/sub.py imports src/app.py App @1',
    'src/sub.py Sub extends src/app.py App @1',
    'tests/test_app.py imports src/app.py make @1',
    'tests/test_app.py test_make calls src/app.py make @3',
    'src/app.py orphan uses src/app.py make @71',
  ],
  {
    namedPlaces: [
      { from: '2.1', name: 'run', kind: 'calls', path: 'src/cli.py', line: 25, candidates: 2 },
      { from: '9.1', name: 'run', kind: 'calls', path: 'web/run.ts', line: 3, candidates: 2 },
    ],
  },
);

const ask = (query: GraphQuery) => queryGraph(createGraphServices(graph), graphSnapshot, query);
const names = ({ nodes }: GraphOutcome) => nodes.map((node) => node.symbol ?? node.path);
const proofs = ({ edges }: GraphOutcome) => edges.map(({ path, line }) => `${path}:${line}`);

describe('queryGraph', () => {
  it('returns callers with the lines that prove them, tests after sources', async () => {
    const outcome = await ask({ query: 'callers', symbol: 'make' });
    expect(outcome.focus.path).toBe('src/app.py');
    expect(names(outcome)).toEqual(['main', 'test_make']);
    expect(proofs(outcome)).toEqual(['src/cli.py:5', 'tests/test_app.py:3']);
    expect([outcome.total, outcome.truncatedBy, outcome.gaps]).toEqual([2, undefined, []]);
  });

  it('finds a definition with a very common name by the path of its file', async () => {
    const files = Array.from({ length: 130 }, (_, index) => `src/page-${index}.ts`);
    const pages = createMemoryGraph(
      { ...Object.fromEntries(files.map((path) => [path, ['App 1-4']])), 'src/main.ts': ['main 1-9'] },
      ['src/main.ts main calls src/page-129.ts App @3'],
    );
    const outcome = await queryGraph(createGraphServices(pages), graphSnapshot, {
      query: 'callers',
      symbol: 'App',
      path: 'src/page-129.ts',
    });
    expect([outcome.focus.path, ...names(outcome)]).toEqual(['src/page-129.ts', 'main']);
  });

  it('counts a recursive definition among its own callers', async () => {
    expect(names(await ask({ query: 'callers', symbol: 'loop' }))).toEqual(['loop']);
  });

  it('continues to the requested depth, with each caller at its distance', async () => {
    const outcome = await ask({ query: 'callers', symbol: 'App', depth: 3 });
    expect(outcome.nodes.map(({ symbol, distance }) => [symbol, distance])).toEqual([
      ['make', 1],
      ['main', 2],
      ['test_make', 2],
    ]);
  });

  it('excludes guesses unless requested, and separates places with several possible definitions', async () => {
    expect(names(await ask({ query: 'callers', symbol: 'App.stop' }))).toEqual(['App.run']);
    const guessed = await ask({ query: 'callers', symbol: 'App.stop', tiers: ['resolved', 'name-match'] });
    expect(names(guessed)).toEqual(['App.run', 'main']);
    const unsure = await ask({ query: 'callers', symbol: 'App.run', tiers: ['name-match'] });
    expect(unsure.unsure.map(({ path, line }) => `${path}:${line}`)).toEqual(['src/cli.py:25']);
  });

  it.each(['callers', 'references'] as const)(
    'states how many places match by name alone, also with known %s',
    async (query) => {
      const { total, gaps } = await ask({ query, symbol: 'App.stop' });
      expect([total, gaps]).toEqual([
        1,
        [
          '1 place names `stop` without an import that proves which definition is meant. Repeat the query with tiers=name-match to see them.',
        ],
      ]);
      expect((await ask({ query, symbol: 'App.stop', tiers: ['name-match'] })).gaps).toEqual([]);
      // A call is not a subclass.
      expect((await ask({ query: 'subclasses', symbol: 'App' })).gaps).toEqual([]);
    },
  );

  it('counts dependents of a class’s methods as dependents of the class, but nothing inside the class', async () => {
    const outcome = await ask({ query: 'dependents', symbol: 'App' });
    expect(names(outcome)).toEqual(['make', 'main', 'Sub']);
    expect(outcome.within.map(({ symbol }) => symbol)).toEqual(['App.run']);
  });

  it('omits the import of a file that also uses the imported name', async () => {
    const outcome = await ask({ query: 'dependents', symbol: 'make' });
    expect(outcome.edges.map(({ kind }) => kind)).not.toContain('imports');
    expect(names(outcome)).toEqual(['orphan', 'main', 'test_make']);
  });

  it('returns files for a query about a file', async () => {
    expect(names(await ask({ query: 'importers', path: 'src/app.py' }))).toEqual(['src/cli.py']);
    expect(names(await ask({ query: 'importers', symbol: 'make' }))).toEqual([
      'src/cli.py',
      'tests/test_app.py',
    ]);
    expect(names(await ask({ query: 'dependents', path: 'src/app.py' }))).toEqual([
      'src/cli.py',
      'src/sub.py',
      'tests/test_app.py',
    ]);
    const imports = await ask({ query: 'imports', path: 'cli.py' });
    expect(imports.nodes.map(({ name, kind }) => [name, kind])).toEqual([
      ['click', 'package'],
      ['app.py', 'file'],
    ]);
  });

  it('finds external packages by their importers', async () => {
    const outcome = await ask({ query: 'importers', symbol: 'click' });
    expect([outcome.focus.kind, ...names(outcome)]).toEqual(['package', 'src/cli.py']);
  });

  it('finds a chain from one definition to another, through functions passed as values if calls do not reach it', async () => {
    const calls = await ask({ query: 'chain', symbol: 'main', to: 'App' });
    expect(calls.nodes.map(({ symbol, distance }) => [symbol, distance])).toEqual([
      ['main', 0],
      ['App.run', 1],
    ]);
    const uses = await ask({ query: 'chain', symbol: 'helper', to: 'make' });
    expect(proofs(uses)).toEqual(['src/cli.py:22', 'src/cli.py:5']);
    const none = await ask({ query: 'chain', symbol: 'make', to: 'helper' });
    expect([none.total, none.gaps.length > 0]).toEqual([0, true]);
  });

  it('explains what the graph may miss if no caller is known', async () => {
    const { total, gaps } = await ask({ query: 'callers', symbol: 'orphan' });
    expect(total).toBe(0);
    expect(gaps.join('\n')).toContain('decorated (line 71)');
    expect(gaps.join('\n')).toContain('exported');
    expect(gaps.join('\n')).toContain('2 files were skipped');
  });

  it('names the files of the language that are truncated in the graph', async () => {
    const truncatedFiles = ['src/app.py', 'src/big.py', 'src/huge.py', 'src/long.py', 'web/huge.js'];
    const services = createGraphServices(
      createMemoryGraph({ 'src/app.py': ['make 1-3'] }, [], { truncatedFiles }),
    );
    const findGaps = async (path: string | undefined) => {
      const named = path === undefined ? { symbol: 'make' } : { path };
      return (await queryGraph(services, graphSnapshot, { query: 'dependents', ...named })).gaps.join('\n');
    };
    expect(await findGaps(undefined)).toContain(
      '`src/app.py`, `src/big.py`, `src/huge.py` and 1 more contain more references than the graph stores',
    );
    expect(await findGaps('src/app.py')).not.toContain('more references than the graph stores');
  });

  it('does not state a total as complete if a file with syntax errors names the definition elsewhere', async () => {
    const misparsedFiles = ['src/torn.py', 'src/other.py', 'src/torn.go'];
    const content = {
      'src/Store.py': ['Store.Fill 1-3 method'],
      'src/Use.py': ['Use.Run 1-5 method'],
      'src/torn.py': ['Torn.Run 1-5 method'],
      'src/other.py': [],
      'src/torn.go': [],
    };
    const findGaps = async (edges: readonly string[], texts: Readonly<Record<string, string>>) => {
      const services = createGraphServices(createMemoryGraph(content, edges, { misparsedFiles }), texts);
      const request = { query: 'callers', symbol: 'Store.Fill' } as const;
      return (await queryGraph(services, graphSnapshot, request)).gaps.join('\n');
    };
    const texts = {
      'src/torn.py': 'class Torn {\n  void Run() { Fill(); }\n',
      'src/other.py': 'class Other {\n  void Run() { Refill(); FillAll(); }\n',
      'src/torn.go': 'Fill()\n',
    };
    const fromUse = 'src/Use.py Use.Run calls src/Store.py Store.Fill @3';
    const fromTorn = 'src/torn.py Torn.Run calls src/Store.py Store.Fill @2';
    expect(await findGaps([fromUse], texts)).toBe(
      '`src/torn.py` was parsed with errors; callers in it may be missing.',
    );
    expect(await findGaps([], texts)).toContain('`src/torn.py` was parsed with errors; callers in it');
    expect(await findGaps([fromUse, fromTorn], texts)).toBe('');
  });

  it('resolves a name that is only re-exported', async () => {
    const reexporting = createMemoryGraph(
      { 'base.ts': ['Hono 1-9 class'], 'index.ts': [], 'deep.ts': [], 'use.ts': ['main 1-5'] },
      [
        'use.ts main calls base.ts Hono @3',
        'index.ts imports base.ts Hono @2',
        'deep.ts imports base.ts Hono @4',
      ],
      {
        reExports: {
          HonoBase: [{ path: 'base.ts', local: 'Hono', line: undefined }],
          Plain: [{ path: 'index.ts', local: 'Hono', line: 2 }],
          Again: [{ path: 'deep.ts', local: 'HonoBase', line: 4 }],
          Handed: [{ path: 'index.ts', local: 'Hono', line: undefined }],
          Gone: [{ path: 'index.ts', local: 'Hono', line: 7 }],
        },
      },
    );
    const services = createGraphServices(reexporting);
    const callers = async (symbol: string) =>
      names(await queryGraph(services, graphSnapshot, { query: 'callers', symbol }));
    for (const name of ['HonoBase', 'Plain', 'Again', 'Handed'])
      expect(await callers(name)).toEqual(['main']);
    await expect(callers('Gone')).rejects.toMatchObject({ code: 'symbol_not_found' });
    expect(
      (await findSymbols(services, graphSnapshot.key, { name: 'Plain', path: undefined })).map(
        ({ name }) => name,
      ),
    ).toEqual(['Hono']);
  });

  it('takes the type of a name for its subtypes, not a variable with the same name', async () => {
    const errors = createMemoryGraph(
      {
        'src/compat.py': ['Sunk 2-40 variable'],
        'src/errors.py': ['errors 1-20 class', 'errors.Sunk 3-5 class', 'Adrift 30-40 class'],
        'src/other.py': ['sail 1-9'],
      },
      [
        'src/errors.py Adrift extends src/errors.py errors.Sunk @30',
        'src/other.py sail uses src/compat.py Sunk @4',
      ],
    );
    const query = (name: 'subclasses' | 'references') =>
      queryGraph(createGraphServices(errors), graphSnapshot, { query: name, symbol: 'Sunk' });
    const subtypes = await query('subclasses');
    expect([names(subtypes), subtypes.others]).toEqual([['Adrift'], []]);
    const uses = await query('references');
    expect([names(uses), uses.others.map(({ path }) => path)]).toEqual([['sail'], ['src/errors.py']]);
  });

  it('lists other definitions of a name, and uses the definition in the requested file', async () => {
    const first = await ask({ query: 'callers', symbol: 'run' });
    expect([first.focus.symbol, first.others.map(({ symbol }) => symbol)]).toEqual(['run', ['App.run']]);
    const second = await ask({ query: 'callers', symbol: 'run', path: 'app.py' });
    expect([second.focus.symbol, names(second)]).toEqual(['App.run', ['main']]);
  });

  it('returns neighbors in both directions, without the focus', async () => {
    const outcome = await ask({ query: 'neighbours', id: graph.findId('src/app.py', 'make') });
    expect(names(outcome)).toEqual(['App', 'orphan', 'src/cli.py', 'main', 'tests/test_app.py', 'test_make']);
  });

  it('returns as many nodes as requested, and the total', async () => {
    const outcome = await ask({ query: 'callers', symbol: 'make', limit: 1 });
    expect([names(outcome), outcome.total, outcome.truncatedBy]).toEqual([['main'], 2, 'limit']);
    expect(proofs(outcome)).toEqual(['src/cli.py:5']);
  });

  it('returns the request that repeats the query', async () => {
    const { repeat } = await ask({ query: 'callers', symbol: 'App.run', depth: 2, tiers: ['resolved'] });
    expect(repeat).toBe('/v1/repositories/r1/graph/callers?symbol=App.run&depth=2&tiers=resolved&version=s1');
  });

  it('rejects a query on a snapshot without a graph', async () => {
    const older = { ...graphSnapshot, snapshot: { ...graphSnapshot.snapshot, timings: { parse: 1 } } };
    const result = queryGraph(createGraphServices(graph), older, { query: 'callers', symbol: 'make' });
    await expect(result).rejects.toMatchObject({ code: 'graph_missing' });
  });

  it('rejects unknown names with the closest matches, and queries without a subject', async () => {
    await expect(ask({ query: 'callers', symbol: 'orphen' })).rejects.toMatchObject({
      code: 'symbol_not_found',
      details: { nearest: [{ name: 'orphan', path: 'src/app.py' }] },
    });
    await expect(ask({ query: 'callers', path: 'src/none.py' })).rejects.toMatchObject({
      code: 'file_not_found',
    });
    await expect(ask({ query: 'callers' })).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(ask({ query: 'chain', symbol: 'main' })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
