/** A repair finds damaged data and rebuilds it from stored rows while the current generation serves reads. */
import { env } from 'cloudflare:workers';
import { beforeEach, expect, it } from 'vitest';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { sweepJob } from '../../../../worker/flows/indexing/sweep-job.ts';
import { repairVersion } from '../../../../worker/flows/versions/repair-version.ts';
import { resolveSnapshot } from '../../../../worker/flows/versions/resolve-snapshot.ts';
import { uploadAndIndex, runToEnd } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const tree = {
  'src/a.py': 'from src.b import beta\n\ndef alpha():\n    return beta()\n',
  'src/b.py': 'def beta():\n    return 1\n',
  'README.md': '# Tool\n\nIt calls beta by way of alpha.\n',
};
const noDamage = {
  filesWithoutContent: [],
  chunksNotIndexed: 0,
  keywordIndexBroken: false,
  vectorsMissing: 0,
  edgesMissing: 0,
};

let bench: Workbench;
let id: string;
let embedded = 0;
beforeEach(async () => {
  embedded = 0;
  bench = await openWorkbench(({ dense }) => {
    if (dense === undefined) return {};
    const embed: typeof dense.embedder.embed = (texts) => {
      embedded += texts.length;
      return dense.embedder.embed(texts);
    };
    return { dense: { ...dense, embedder: { ...dense.embedder, embed } } };
  });
  id = (await uploadAndIndex(bench, tree, { ref: 'main' })).id;
});
const repair = () => repairVersion(bench.services, viewer, { id, version: 'main' });
const key = async () => (await resolveSnapshot(bench.services, viewer, { id, version: 'main' })).key;
const search = async () =>
  bench.services.textIndex.search(await key(), {
    terms: ['beta'],
    weights: { path: 1, symbols: 1, prose: 1, code: 1 },
    limit: 10,
    paths: undefined,
  });
const sql = (text: string) =>
  env.INDEX_0.batch(text.split(';').map((statement) => env.INDEX_0.prepare(statement)));

it('does not change an undamaged version', async () => {
  expect(await repair()).toMatchObject({ found: noDamage, rebuilding: false });
  expect(bench.wokenParts).toEqual([]);
});

it.each([
  [
    'entries of the keyword index',
    'DELETE FROM fts1_1_1 WHERE rowid IN (SELECT rowid FROM fts1_1_1 LIMIT 1)',
    { chunksNotIndexed: 1 },
  ],
  ['the keyword index', 'DROP TABLE fts1_1_1_terms; DROP TABLE fts1_1_1', { keywordIndexBroken: true }],
])('rebuilds lost %s without embedding anything again', async (_, damage, found) => {
  const before = (await search()).map(({ path }) => path);
  await sql(damage);
  const texts = embedded;
  expect(await repair()).toMatchObject({ found, rebuilding: true });
  await runToEnd(bench);
  expect((await search()).map(({ path }) => path)).toEqual(before);
  expect(embedded).toBe(texts);
  expect(await repair()).toMatchObject({ found: noDamage, rebuilding: false });
});

it('rebuilds lost vectors and edges, and removes the earlier generation after its reads have ended', async () => {
  await bench.services.vectorIndex.remove({ ...(await key()), repository: id });
  await env.CATALOG.prepare(`UPDATE snapshot SET counts = json_set(counts, '$.edges', 3)`).run();
  const { found, rebuilding } = await repair();
  expect(rebuilding).toBe(true);
  expect(found.vectorsMissing).toBeGreaterThan(0);
  expect(found.edgesMissing).toBe(3);
  await expect(repair()).rejects.toMatchObject({ code: 'version_busy' });
  const job = bench.wokenParts[0]?.job ?? '';
  await runToEnd(bench);
  expect(await key()).toMatchObject({ generation: 2 });
  expect(await repair()).toMatchObject({ found: noDamage });
  await sweepJob(bench.services, job);
  bench.clock.advance(3_600_000);
  expect(await sweepJob(bench.services, job)).toBeUndefined();
  const rows = await env.INDEX_0.prepare('SELECT count(*) AS rows FROM file WHERE generation = 1').first();
  expect(rows).toEqual({ rows: 0 });
  expect(await repair()).toMatchObject({ found: noDamage });
});

it('reports a lost text and rebuilds everything else', async () => {
  await sql(`DELETE FROM chunk WHERE raw LIKE '%def beta%'`);
  expect(await repair()).toMatchObject({
    found: { filesWithoutContent: ['src/b.py'] },
    rebuilding: true,
    done: [expect.any(String), expect.stringContaining('upload the version again')],
  });
  await runToEnd(bench);
  expect(await key()).toMatchObject({ generation: 2 });
});
