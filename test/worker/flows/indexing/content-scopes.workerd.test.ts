/** What a user sees of a private repository does not depend on the repositories of others, even if they have the same bytes. */
import { env } from 'cloudflare:workers';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../worker/adapters/tree-sitter/parser.ts';
import { actFor, openModeViewer, type Viewer } from '../../../../worker/core/viewer.ts';
import { hideReplacedSnapshots } from '../../../../worker/flows/repositories/expire-versions.ts';
import { removeRepository } from '../../../../worker/flows/repositories/remove-repository.ts';
import { viewRepository } from '../../../../worker/flows/repositories/view-repository.ts';
import { noFilters } from '../../../../worker/flows/search/search-filters.ts';
import { searchSnapshot } from '../../../../worker/flows/search/search-snapshot.ts';
import { repairVersion } from '../../../../worker/flows/versions/repair-version.ts';
import { viewVersion } from '../../../../worker/flows/versions/view-version.ts';
import {
  cleanUpNow,
  deliver,
  runToEnd,
  smallTree,
  upload,
  uploadAndIndex,
  type Tree,
} from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const [ana, ben] = [actFor({ id: 'ana-of-the-first-tenant' }), actFor({ id: 'ben' })];
const tree: Tree = {
  ...smallTree,
  'pkg/cart.py':
    'from pkg.price import total_of\n\nclass Cart:\n    def total(self):\n        return total_of(self.items)\n',
  'pkg/price.py':
    'def total_of(items):\n    """Sum of the prices of the zebrafish."""\n    return sum(items)\n',
};

const parser = createTreeSitterParser();
const openBench = () => openWorkbench(() => ({ parser }));

/** Everything about a repository that its owner sees and that does not name it. */
async function observe({ services }: Workbench, viewer: Viewer, id: string) {
  const view = await viewRepository(services, viewer, id);
  const { stage, progress, counts, rowsWritten, percent } = view;
  const { chunks, embeddings, bytes } = await viewVersion(services, viewer, {
    id,
    version: view.snapshot.id,
  });
  const texts = ['total of the cart', 'alpha word7', 'zebrafish', 'beta'];
  const searches = await Promise.all(texts.map((query) => search(services, viewer, { id, query })));
  const timings = Object.keys(view.snapshot.timings);
  return { stage, progress, counts, rowsWritten, percent, timings, chunks, embeddings, bytes, searches };
}

async function search(
  services: Workbench['services'],
  viewer: Viewer,
  { id, query }: { readonly id: string; readonly query: string },
) {
  const { spans, confidence, estimate, nearest } = await searchSnapshot(services, viewer, {
    id,
    query,
    version: undefined,
    topK: 8,
    filters: noFilters,
    expandGraph: true,
    ranking: {},
    modalityQuery: undefined,
  });
  const shown = spans.map(({ path, startLine, endLine, text, ranked: { score, scores } }) => ({
    path,
    startLine,
    endLine,
    text,
    score,
    scores,
  }));
  return { confidence, estimate, nearest, shown };
}

/** Indexes a repository, and observes its progress after each part. */
async function indexObserved(bench: Workbench, viewer: Viewer) {
  const { id } = await upload(bench, tree, { viewer });
  const steps: unknown[] = [];
  for (let part = bench.wokenParts.shift(); part !== undefined; part = bench.wokenParts.shift()) {
    await deliver(bench, part);
    const { stage, progress, counts, rowsWritten, percent } = await viewRepository(
      bench.services,
      viewer,
      id,
    );
    steps.push({ stage, progress, counts, rowsWritten, percent });
  }
  return { id, steps };
}

/** Returns every row of both databases as text. */
async function dumpRows(): Promise<string> {
  const dumps: unknown[] = [];
  for (const database of [env.CATALOG, env.INDEX_0]) {
    const { results } = await database
      .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '!_cf%' ESCAPE '!'`)
      .all<{ name: string }>();
    for (const { name } of results)
      dumps.push((await database.prepare(`SELECT * FROM "${name}"`).all()).results);
  }
  return JSON.stringify(dumps);
}

/** Adds up row counts. The names of full-text tables contain the number of their snapshot, which is omitted. */
function sumByTable(counts: readonly Readonly<Record<string, number>>[]): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const [name, rows] of counts.flatMap((tables) => Object.entries(tables))) {
    const table = name.replace(/^(fts\d+)_\d+_\d+/, '$1');
    if (rows > 0) sums[table] = (sums[table] ?? 0) + rows;
  }
  return sums;
}

/** Removes the snapshots that a newer one has replaced. */
async function removeReplaced(bench: Workbench): Promise<void> {
  bench.clock.advance(bench.services.settings.versions.replacedKeptMs + 1);
  await hideReplacedSnapshots(bench.services);
  await cleanUpNow(bench.services);
}

const listScopes = async () =>
  (
    await env.INDEX_0.prepare('SELECT DISTINCT scope FROM content ORDER BY scope').all<{ scope: string }>()
  ).results.map(({ scope }) => scope);

describe('a private repository', () => {
  it('looks the same whether or not another user has the same bytes, while it is indexed and afterwards', async () => {
    const bench = await openBench();
    const first = await indexObserved(bench, ben);
    const alone = await observe(bench, ben, first.id);
    expect(first.steps.length).toBeGreaterThan(10);
    expect(alone.searches.map(({ shown }) => shown.length)).not.toContain(0);
    for (const others of [[ana], [openModeViewer, ana]]) {
      const sharedBench = await openBench();
      for (const viewer of others) await uploadAndIndex(sharedBench, tree, { viewer });
      const { id, steps } = await indexObserved(sharedBench, ben);
      expect(steps).toEqual(first.steps);
      expect(await observe(sharedBench, ben, id)).toEqual(alone);
    }
  });

  it('is whole after another user removes the same bytes, of which nothing is left', async () => {
    const bench = await openBench();
    await uploadAndIndex(bench, tree, { viewer: ben });
    const rows = sumByTable([await bench.rows()]);
    const benchOfTwo = await openBench();
    const removed = await uploadAndIndex(benchOfTwo, { ...tree, 'own.md': 'A quokka.\n' }, { viewer: ana });
    const { id } = await uploadAndIndex(benchOfTwo, tree, { viewer: ben });
    const observed = await observe(benchOfTwo, ben, id);
    expect(await dumpRows()).toContain('quokka');
    await removeRepository(benchOfTwo.services, ana, removed.id);
    await cleanUpNow(benchOfTwo.services);
    expect(sumByTable([await benchOfTwo.rows()])).toEqual(rows);
    const dump = await dumpRows();
    for (const trace of [ana.id, removed.id, removed.snapshotId, 'quokka']) expect(dump).not.toContain(trace);
    expect(await observe(benchOfTwo, ben, id)).toEqual(observed);
    const { snapshot } = await viewRepository(benchOfTwo.services, ben, id);
    const repair = await repairVersion(benchOfTwo.services, ben, { id, version: snapshot.id });
    expect(repair.done).toEqual(['All data is present.']);
  });

  it('shares content with the other repositories of its owner', async () => {
    const bench = await openBench();
    const { id } = await uploadAndIndex(bench, tree, { viewer: ben });
    const { id: secondId } = await uploadAndIndex(bench, tree, { viewer: ben, name: 'acme/copy' });
    const [first, second] = [await observe(bench, ben, id), await observe(bench, ben, secondId)];
    expect(second.rowsWritten).toBeLessThan(first.rowsWritten);
    expect(second.searches).toEqual(first.searches);
    expect(await listScopes()).toEqual(['ben']);
  });
});

/** Publishes a repository before it is indexed. */
const publish = async (bench: Workbench, viewer: Viewer, name: string) => {
  const { id } = await upload(bench, tree, { viewer, name });
  await bench.services.catalog.publishRepository(id);
  await runToEnd(bench);
  return id;
};

describe('a public repository', () => {
  it('shares content with all public repositories, and with no private one', async () => {
    const bench = await openBench();
    const first = await observe(bench, ana, await publish(bench, ana, 'acme/one'));
    const second = await observe(bench, ben, await publish(bench, ben, 'acme/two'));
    expect(second.rowsWritten).toBeLessThan(first.rowsWritten);
    expect(await listScopes()).toEqual(['']);
    const { id } = await uploadAndIndex(bench, tree, { viewer: ben, name: 'acme/private' });
    expect(await observe(bench, ben, id)).toEqual(first);
    expect(await listScopes()).toEqual(['', 'ben']);
  });

  it('that becomes private is stored in the scope of its owner from its next snapshot on', async () => {
    const bench = await openBench();
    const id = await publish(bench, ben, 'acme/tool');
    await bench.services.catalog.recordAccess(id, { checkedAt: 0, lostAt: undefined });
    await uploadAndIndex(bench, tree, { viewer: ben });
    expect(await listScopes()).toEqual(['', 'ben']);
    await removeReplaced(bench);
    expect(await listScopes()).toEqual(['ben']);
    await bench.services.catalog.publishRepository(id);
    await uploadAndIndex(bench, tree, { viewer: ben });
    await removeReplaced(bench);
    expect(await listScopes()).toEqual(['']);
  });

  it('keeps the scope it had when its indexing began', async () => {
    const bench = await openBench();
    const { id } = await upload(bench, tree, { viewer: ben });
    await bench.services.catalog.publishRepository(id);
    for (const part of bench.wokenParts.splice(0)) await deliver(bench, part);
    expect(bench.wokenParts.map(({ stage }) => stage)).toContain('parse');
    await bench.services.catalog.recordAccess(id, { checkedAt: 0, lostAt: undefined });
    await runToEnd(bench);
    expect(await listScopes()).toEqual(['']);
    expect((await viewRepository(bench.services, ben, id)).stage).toBe('publish');
  });
});

describe('any order of uploads and removals', () => {
  const owners = [openModeViewer, ana, ben];
  const trees: readonly Tree[] = [
    { 'a.py': 'def alpha():\n    return 1\n', 'b.md': '# Beta\n' },
    { 'a.py': 'def alpha():\n    return 1\n', 'c.py': 'from a import alpha\n\nalpha()\n' },
    { 'c.py': 'from a import alpha\n\nalpha()\n', 'd.md': 'word '.repeat(90) },
  ];
  const step = fc.record({
    owner: fc.integer({ min: 0, max: owners.length - 1 }),
    name: fc.constantFrom('acme/one', 'acme/two'),
    /** Undefined removes the repository. */
    tree: fc.option(fc.integer({ min: 0, max: trees.length - 1 }), { nil: undefined, freq: 3 }),
  });

  /** Runs the steps of some owners. @returns what each upload looked like when it was indexed, by its step */
  async function runSteps(
    bench: Workbench,
    steps: readonly { readonly owner: number; readonly name: string; readonly tree: number | undefined }[],
    isIncluded: (owner: number) => boolean,
  ): Promise<ReadonlyMap<number, unknown>> {
    const ids = new Map<string, string>();
    const observed = new Map<number, unknown>();
    for (const [index, { owner, name, tree: chosen }] of steps.entries()) {
      const [viewer, key] = [owners[owner], `${owner} ${name}`];
      if (viewer === undefined || !isIncluded(owner)) continue;
      const known = ids.get(key);
      if (known !== undefined) await removeRepository(bench.services, viewer, known);
      await cleanUpNow(bench.services);
      ids.delete(key);
      if (chosen === undefined) continue;
      const { id } = await uploadAndIndex(bench, trees[chosen] ?? {}, { viewer, name });
      ids.set(key, id);
      observed.set(index, await observe(bench, viewer, id));
    }
    return observed;
  }

  it('shows each owner what they would see alone, and leaves the sum of their rows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 7 }), async (steps) => {
        const bench = await openBench();
        const together = await runSteps(bench, steps, () => true);
        const rows = sumByTable([await bench.rows()]);
        const [alone, ownRows] = [new Map<number, unknown>(), [] as Record<string, number>[]];
        for (const owner of owners.keys()) {
          const ownBench = await openBench();
          const seen = await runSteps(ownBench, steps, (other) => other === owner);
          for (const [index, observed] of seen) alone.set(index, observed);
          ownRows.push(await ownBench.rows());
        }
        expect(new Map([...alone].toSorted(([a], [b]) => a - b))).toEqual(together);
        expect(rows).toEqual(sumByTable(ownRows));
      }),
      { numRuns: 5 },
    );
  }, 240_000);
});
