/** Queries the graph of a sample repository in several languages through the public API. */

import { gzipSync } from 'node:zlib';
import { MultiDirectedGraph as Graph } from 'graphology';
import { parse } from 'graphology-graphml';
import { packTar } from 'modern-tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GraphAnswer, GraphParameters, GraphQuery } from '../../../worker/contract/graph/schema.ts';
import { shareJourneyServer } from '../../support/server/journey-server.ts';

const files: Readonly<Record<string, string>> = {
  'py/shop/__init__.py': 'from .cart import Cart as Basket\n\n__all__ = ["Basket"]\n',
  'py/shop/cart.py': `from .stock import reserve


class Cart:
    def add(self, item):
        return reserve(item)

    def add_all(self, items):
        for item in items:
            self.add(item)
`,
  'py/shop/stock.py': `def reserve(item):
    return item


def unused(item):
    return item
`,
  'py/tests/test_cart.py': `from shop import Basket
import requests


def test_add():
    cart = Basket()
    cart.add("tea")
    requests.get("x")
`,
  'ts/tsconfig.json': '{ "compilerOptions": { "paths": { "@lib/*": ["./lib/*"] } } }\n',
  'ts/lib/shape.ts': `export interface Shape { area(): number }
export abstract class Base implements Shape {
  abstract area(): number;
}
export default function measure(shape: Shape): number {
  return shape.area();
}
`,
  'ts/lib/index.ts': "export * from './shape';\nexport { default as measureShape } from './shape';\n",
  'ts/app.ts': `import { Base, measureShape } from '@lib/index';

export class Square extends Base {
  area() { return 4; }
}
export const total = () => measureShape(new Square());
`,
  'go.mod': 'module example.com/shop\n\ngo 1.21\n',
  'main.go': `package main

import "example.com/shop/store"

func main() {
	s := store.Open("x")
	s.Save()
}
`,
  'store/store.go': `package store

type Store struct{ path string }

func Open(path string) *Store { return &Store{path: path} }

func (s *Store) Save() error { return flush(s.path) }
`,
  'store/flush.go': 'package store\n\nfunc flush(path string) error { return nil }\n',
  'Cargo.toml': '[package]\nname = "mill"\nversion = "0.1.0"\n',
  'src/main.rs': `mod wheel;

use crate::wheel::Wheel;

fn main() {
    let wheel = Wheel::new();
    wheel.turn();
}
`,
  'src/wheel.rs': `pub struct Wheel;

impl Wheel {
    pub fn new() -> Self { Wheel }
    pub fn turn(&self) { grind() }
}

fn grind() {}
`,
};

let journey: Awaited<ReturnType<typeof shareJourneyServer>>;
let id: string;
beforeAll(async () => {
  journey = await shareJourneyServer();
  const entries = Object.entries(files).map(([name, body]) => ({
    header: { name, size: Buffer.byteLength(body) },
    body,
  }));
  const repository = await journey.index('shop', gzipSync(await packTar(entries)));
  expect(repository.error).toBeUndefined();
  expect(repository.counts.edges).toBeGreaterThan(20);
  ({ id } = repository);
});
afterAll(() => journey.close());

const ask = (query: GraphQuery, parameters: GraphParameters) =>
  journey.client.graph(id, query, { ...parameters, text: 'true' });
const names = ({ nodes }: GraphAnswer) =>
  nodes.map((node) => node.symbol ?? (node.path === '' ? node.name : node.path));
const proofs = ({ edges }: GraphAnswer) =>
  edges.map(({ path, line, text }) => `${path}:${line} ${text ?? ''}`);

describe('callers', () => {
  it.each([
    ['reserve', ['Cart.add'], 'py/shop/cart.py:6 return reserve(item)'],
    ['Cart', ['test_add'], 'py/tests/test_cart.py:6 cart = Basket()'],
    ['Cart.add', ['Cart.add_all', 'test_add'], 'py/shop/cart.py:10 self.add(item)'],
    ['measure', ['total'], 'ts/app.ts:6 export const total = () => measureShape(new Square());'],
    ['Open', ['main'], 'main.go:6 s := store.Open("x")'],
    ['Store.Save', ['main'], 'main.go:7 s.Save()'],
    ['flush', ['Store.Save'], 'store/store.go:7 func (s *Store) Save() error { return flush(s.path) }'],
    ['Wheel.turn', ['main'], 'src/main.rs:7 wheel.turn();'],
    ['grind', ['Wheel.turn'], 'src/wheel.rs:5 pub fn turn(&self) { grind() }'],
  ])('of %s are %j', async (symbol, callers, proof) => {
    const answer = await ask('callers', { symbol });
    expect(names(answer)).toEqual(callers);
    expect(proofs(answer)).toContain(proof);
    expect(answer.edges.every(({ kind, tier }) => kind === 'calls' && tier !== 'name-match')).toBe(true);
    expect([answer.total, answer.truncated]).toEqual([callers.length, false]);
  });

  it('that are unknown are reported with what could hide a caller', async () => {
    const answer = await ask('callers', { symbol: 'unused' });
    expect([answer.total, answer.hidden.length > 1]).toEqual([0, true]);
  });
});

describe('imports', () => {
  it('resolve to the intended file in each language', async () => {
    expect(names(await ask('importers', { path: 'py/shop/stock.py' }))).toEqual(['py/shop/cart.py']);
    expect(names(await ask('importers', { path: 'ts/lib/index.ts' }))).toEqual(['ts/app.ts']);
    expect(names(await ask('importers', { path: 'ts/lib/shape.ts' }))).toEqual(['ts/lib/index.ts']);
    expect(names(await ask('importers', { path: 'src/wheel.rs' }))).toEqual(['src/main.rs']);
    expect(names(await ask('importers', { path: 'store/store.go' }))).toEqual(['main.go']);
  });

  it('include external packages, in both directions', async () => {
    expect(names(await ask('imports', { path: 'py/tests/test_cart.py' }))).toContain('requests');
    expect(names(await ask('importers', { symbol: 'requests' }))).toEqual(['py/tests/test_cart.py']);
  });
});

describe('the other queries', () => {
  it('return subclasses to a depth', async () => {
    expect(names(await ask('subclasses', { symbol: 'Shape', depth: 3 }))).toEqual(['Base', 'Square']);
  });

  it('return dependents by distance', async () => {
    const { nodes } = await ask('dependents', { symbol: 'reserve', depth: 3 });
    expect(nodes.map(({ symbol, distance }) => [symbol, distance])).toEqual([
      ['Cart.add', 1],
      ['Cart.add_all', 2],
      ['test_add', 2],
    ]);
  });

  it('return a path between two definitions', async () => {
    const answer = await ask('chain', { symbol: 'main', path: 'main.go', to: 'flush' });
    expect(names(answer)).toEqual(['main', 'Store.Save', 'flush']);
    expect(proofs(answer).map((proof) => proof.split(' ')[0])).toEqual(['main.go:7', 'store/store.go:7']);
  });

  it('return callees, neighbors and references', async () => {
    expect(names(await ask('callees', { symbol: 'Cart.add' }))).toEqual(['reserve']);
    expect(names(await ask('neighbours', { symbol: 'flush' }))).toEqual(['Store.Save']);
    expect(names(await ask('references', { symbol: 'Shape' }))).toEqual(
      expect.arrayContaining(['Base', 'measure']),
    );
  });
});

describe('navigation', () => {
  it('returns the outline of a file, nested by lines', async () => {
    const { symbols } = await journey.client.outline(id, 'py/shop/cart.py');
    expect(
      symbols.map(({ qualifiedName, startLine, endLine }) => [qualifiedName, startLine, endLine]),
    ).toEqual([
      ['Cart', 4, 10],
      ['Cart.add', 5, 6],
      ['Cart.add_all', 8, 10],
    ]);
  });

  it('resolves a word at a line', async () => {
    const { definitions } = await journey.client.definition(id, {
      path: 'ts/app.ts',
      line: 6,
      name: 'measureShape',
    });
    expect(definitions.map(({ symbol, path }) => [symbol, path])).toContainEqual([
      'measure',
      'ts/lib/shape.ts',
    ]);
  });

  it('returns the map with the most-referenced code first', async () => {
    const { files: ranked, symbols } = await journey.client.repositoryMap(id, 5);
    expect(ranked).toHaveLength(5);
    expect(symbols.map(({ rank }) => rank)).toEqual(
      symbols.map(({ rank }) => rank).toSorted((a, b) => b - a),
    );
  });
});

describe('exports', () => {
  it('are graphology’s JSON and GraphML, with every node and edge', async () => {
    const json = Graph.from((await journey.client.exportGraph(id)) as never);
    const xml = parse(Graph as never, await journey.client.exportGraphml(id)) as unknown as Graph;
    expect([xml.order, xml.size]).toEqual([json.order, json.size]);
    const paths = json.mapNodes((_, { path }) => path as string | undefined);
    expect(paths).toEqual(
      expect.arrayContaining(Object.keys(files).filter((path) => /\.(?:py|ts|go|rs)$/.test(path))),
    );
    expect(
      json.someEdge((_, { kind, path, line }) => kind === 'calls' && path === 'main.go' && line === 7),
    ).toBe(true);
  });

  it('are CSV with a row per edge', async () => {
    const [header, ...rows] = (await journey.client.graphCsv(id, 'callers', { symbol: 'Cart.add' }))
      .trim()
      .split('\r\n');
    expect(header?.split(',')).toContain('line');
    expect(rows).toHaveLength(2);
  });
});

describe('an invalid request', () => {
  it('returns an error with its cause', async () => {
    await expect(ask('callers', { symbol: 'reserv' })).rejects.toMatchObject({
      problem: { code: 'symbol_not_found', status: 404, details: { nearest: [{ name: 'reserve' }] } },
    });
    await expect(ask('callers', {})).rejects.toMatchObject({ problem: { code: 'invalid_request' } });
    await expect(ask('callers', { symbol: 'Cart', tiers: 'sure' })).rejects.toMatchObject({
      problem: { code: 'invalid_request', detail: expect.stringContaining('import-scoped') as string },
    });
  });
});
