/** Links the files of an archive: edges, ranks and counts are the same however the work is split, and are written once. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../worker/adapters/tree-sitter/parser.ts';
import { edgeTiers } from '../../../../worker/core/code/edge.ts';
import type { SnapshotKey } from '../../../../worker/core/repositories/repository.ts';
import { openModeViewer } from '../../../../worker/core/viewer.ts';
import { removeRepository } from '../../../../worker/flows/repositories/remove-repository.ts';
import { viewRepository } from '../../../../worker/flows/repositories/view-repository.ts';
import {
  cleanUpNow,
  uploadAndIndex,
  runToEnd,
  sweepLater,
  upload,
  type Tree,
} from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const tree: Tree = {
  'pyproject.toml': '[project]\nname = "shop"\n',
  'shop/__init__.py': 'from .cart import Cart\n',
  'shop/cart.py': [
    'import requests',
    'from .price import total_of',
    '',
    'class Cart:',
    '    def add(self, item):',
    '        self.items.append(item)',
    '',
    '    def total(self):',
    '        return total_of(self.items)',
    '',
  ].join('\n'),
  'shop/price.py': 'def total_of(items):\n    return sum(items)\n',
  'tests/test_cart.py': [
    'from shop import Cart',
    'from shop.price import total_of',
    '',
    'def test_total():',
    '    assert total_of([]) == Cart().total()',
    '',
  ].join('\n'),
  'README.md': '# Shop\n',
};

const parser = createTreeSitterParser();
const openBench = (settings: (bench: Workbench['services']) => Partial<Workbench['services']> = () => ({})) =>
  openWorkbench((services) => ({ parser, ...settings(services) }));

/** Describes every edge of a snapshot by names. */
async function describeEdges(bench: Workbench, key: SnapshotKey): Promise<readonly string[]> {
  const { graphStore } = bench.services;
  const edges = await graphStore.edgesOfRange(key, { firstFile: 0, lastFile: Number.MAX_SAFE_INTEGER });
  const nodes = await graphStore.nodes(key, [...new Set(edges.flatMap((edge) => [edge.from, edge.to]))]);
  const names = new Map(nodes.map((node) => [node.id, node.symbol ?? (node.path || node.id)]));
  return edges.map(
    (edge) => `${names.get(edge.from)} ${edge.kind} ${names.get(edge.to)} at ${edge.path}:${edge.line}`,
  );
}

const first: SnapshotKey = { shard: 0, snapshot: 1, generation: 1 };
const second: SnapshotKey = { shard: 0, snapshot: 2, generation: 1 };
const { 'README.md': readme = '', ...sources } = tree;

describe('the graph of an indexed repository', () => {
  let bench: Workbench;
  let id: string;
  beforeEach(async () => {
    bench = await openBench();
    ({ id } = await uploadAndIndex(bench, tree));
  });
  const view = () => viewRepository(bench.services, openModeViewer, id);

  it('has the edges that its files contain, each at the line that proves it', async () => {
    const edges = await describeEdges(bench, first);
    expect(edges).toEqual(
      expect.arrayContaining([
        'Cart.total calls total_of at shop/cart.py:9',
        'test_total calls total_of at tests/test_cart.py:5',
        'test_total calls Cart at tests/test_cart.py:5',
        'Cart has-method Cart.total at shop/cart.py:8',
        'shop/cart.py imports package:requests at shop/cart.py:1',
      ]),
    );
    const { counts, timings } = (await view()).snapshot;
    expect(counts.edges).toBe(await bench.services.graphStore.countEdges(first));
    expect(counts.edges).toBeGreaterThanOrEqual(edges.length);
    expect(timings).toMatchObject({ link: expect.any(Number), rank: expect.any(Number) });
  });

  it('ranks the most referenced code first', async () => {
    const [best] = await bench.services.graphStore.mostReferenced(first, 'symbols', 1);
    expect(best).toMatchObject({ name: 'total_of', path: 'shop/price.py' });
    expect(best?.rank).toBeGreaterThan(1);
  });

  it('is not written again for the same content, and only the edges of a changed file are written', async () => {
    const before = await bench.rows();
    await uploadAndIndex(bench, { ...tree, 'README.md': `${readme}\nMore.\n` });
    expect(await describeEdges(bench, second)).toEqual(await describeEdges(bench, first));
    const again = await bench.rows();
    expect([again['edge'], again['edge_set']]).toEqual([before['edge'], before['edge_set']]);
    const [imports, ...rest] = (tree['tests/test_cart.py'] ?? '').split('\n');
    await uploadAndIndex(bench, { ...tree, 'tests/test_cart.py': [imports, '', ...rest].join('\n') });
    expect((await bench.rows())['edge_set']).toBe((before['edge_set'] ?? 0) + 1);
  });

  it('points edges at the new path of a moved file', async () => {
    const { 'shop/price.py': price = '', 'shop/cart.py': cart = '', ...others } = tree;
    await uploadAndIndex(bench, {
      ...others,
      'shop/cart.py': cart.replace('.price', '.sums.price'),
      'tests/test_cart.py': (tree['tests/test_cart.py'] ?? '').replace('shop.price', 'shop.sums.price'),
      'shop/sums/price.py': price,
    });
    const nodes = await bench.services.graphStore.fileNodes(second, ['shop/sums/price.py']);
    const calls = await bench.services.graphStore.step(second, {
      from: nodes.map((node) => `${node.id}.0`),
      direction: 'in',
      kinds: ['calls'],
      tiers: edgeTiers,
    });
    expect(calls.map((edge) => edge.path)).toEqual(['shop/cart.py', 'tests/test_cart.py']);
  });

  it('is removed with the repository', async () => {
    await uploadAndIndex(bench, { ...tree, 'more.py': 'import flask\n' });
    await removeRepository(bench.services, openModeViewer, id);
    await cleanUpNow(bench.services);
    expect(await bench.rows()).toEqual({});
  });
});

it('creates the same edges with any number of parts', async () => {
  const whole = await openBench();
  await uploadAndIndex(whole, tree);
  const edges = await describeEdges(whole, first);
  const split = await openBench(({ settings }) => ({
    settings: { ...settings, batch: { ...settings.batch, linkLines: 3 } },
  }));
  const { id } = await uploadAndIndex(split, tree);
  expect(await describeEdges(split, first)).toEqual(edges);
  const { snapshot } = await viewRepository(split.services, openModeViewer, id);
  expect(snapshot.progress['link']?.total).toBeGreaterThan(3);
});

it('writes the same rows if workers die after writing edges or ranks', async () => {
  const uninterrupted = await openBench();
  await uploadAndIndex(uninterrupted, sources);
  const rows = await uninterrupted.rows();
  let deaths = 0;
  const dieAfter =
    <Args extends readonly unknown[]>(save: (...args: Args) => Promise<void>) =>
    async (...args: Args): Promise<void> => {
      await save(...args);
      deaths += 1;
      throw new Error('killed');
    };
  const bench = await openBench(({ graphStore }) => ({
    graphStore: {
      ...graphStore,
      saveEdges: dieAfter(graphStore.saveEdges),
      saveRanks: dieAfter(graphStore.saveRanks),
    },
  }));
  const { id, jobId } = await upload(bench, sources);
  for (let sweeps = 0; sweeps < 20; sweeps += 1) {
    await runToEnd(bench);
    if (!(await sweepLater(bench, jobId))) break;
  }
  expect(await viewRepository(bench.services, openModeViewer, id)).toMatchObject({
    snapshot: { status: 'ready' },
  });
  expect(deaths).toBe(2);
  expect(await bench.rows()).toEqual(rows);
});
