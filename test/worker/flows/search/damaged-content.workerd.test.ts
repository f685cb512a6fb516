/** Text that no longer matches its hash: every read reports it with the repair command, and storing the file again restores it. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearChunkCache } from '../../../../worker/adapters/d1/chunks/chunk-cache.ts';
import { createTreeSitterParser } from '../../../../worker/adapters/tree-sitter/parser.ts';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { findSymbols, readFile } from '../../../../worker/flows/browse/browse-snapshot.ts';
import {
  clearIntactSnapshots,
  snapshotDamageNotes,
  symbolDamageNotes,
} from '../../../../worker/flows/search/damage-notes.ts';
import { grepSnapshot } from '../../../../worker/flows/search/grep-snapshot.ts';
import { repairVersion } from '../../../../worker/flows/versions/repair-version.ts';
import { resolveSnapshot } from '../../../../worker/flows/versions/resolve-snapshot.ts';
import { searchSnapshot } from '../../../../worker/flows/search/search-snapshot.ts';
import { noFilters } from '../../../../worker/flows/search/search-filters.ts';
import { defaultRanking } from '../../../../worker/flows/search/find-spans/finding.ts';
import { createManualClock } from '../../../support/fakes/manual-clock.ts';
import { askWorkbench } from '../../../support/samples/ask-workbench.ts';
import { uploadAndIndex, runToEnd } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const tree = {
  'src/a.py': 'def alpha():\n    return 1\n',
  'src/b.py': 'def beta():\n    return 2\n',
};
const query = {
  pattern: 'def',
  paths: [],
  languages: [],
  ignoreCase: false,
  context: 0,
  limit: 100,
};

let bench: Workbench;
let id: string;
beforeEach(async () => {
  bench = await openWorkbench();
  id = (await uploadAndIndex(bench, tree, { ref: 'main' })).id;
  clearChunkCache();
  clearIntactSnapshots();
});
const resolve = () => resolveSnapshot(bench.services, viewer, { id, version: 'main' });
const damages = [
  ['changed', `UPDATE chunk SET raw = raw || '# more' WHERE raw LIKE '%def beta%'`],
  [
    'changed in one letter',
    `UPDATE chunk SET raw = replace(raw, 'beta', 'beto') WHERE raw LIKE '%def beta%'`,
  ],
  ['removed', `DELETE FROM chunk WHERE raw LIKE '%def beta%'`],
  [
    'removed from its file',
    `DELETE FROM content_chunk WHERE chunk_id IN (SELECT id FROM chunk WHERE raw LIKE '%def beta%')`,
  ],
] as const;

const symbolNotes = async (query: { name?: string; path?: string }) => {
  const found = await findSymbols(bench.services, (await resolve()).key, {
    name: query.name,
    path: query.path,
  });
  return symbolDamageNotes(bench.services, await resolve(), { path: query.path, found });
};

describe('symbols that were removed', () => {
  beforeEach(async () => {
    bench = await openWorkbench(() => ({ parser: createTreeSitterParser() }));
    id = (await uploadAndIndex(bench, tree, { ref: 'main' })).id;
    await env.INDEX_0.prepare(`DELETE FROM symbol WHERE name = 'beta'`).run();
  });
  const repairCommand = /"src\/b\.py".*--repair/;

  it('are reported only by a lookup of their name and by the outline of their file', async () => {
    expect(await symbolNotes({ name: 'beta' })).toEqual([expect.stringMatching(repairCommand)]);
    expect(await symbolNotes({ path: 'src/b.py' })).toEqual([expect.stringMatching(repairCommand)]);
    expect(await symbolNotes({ name: 'alpha' })).toEqual([]);
    expect(await symbolNotes({ path: 'src/a.py' })).toEqual([]);
  });

  it('are reported by an answer about their location', async () => {
    const { events } = await askWorkbench(bench.services, { id, question: 'Where is beta defined?' });
    const notes = events.flatMap((event) => (event.type === 'question' ? (event.reading.notes ?? []) : []));
    expect(notes).toContainEqual(expect.stringMatching(repairCommand));
  });

  it('are reported at most a minute after an answer that found all of them', async () => {
    const resolved = await resolve();
    const repaired = await uploadAndIndex(
      bench,
      { 'src/c.py': 'def gamma():\n    return 3\n' },
      { ref: 'other' },
    );
    const other = await resolveSnapshot(bench.services, viewer, { id: repaired.id, version: 'other' });
    const clock = createManualClock(1_000_000);
    const read = () => snapshotDamageNotes({ ...bench.services, clock }, other);
    expect(await read()).toEqual([]);
    await env.INDEX_0.prepare(`DELETE FROM symbol WHERE name = 'gamma'`).run();
    expect(await read()).toEqual([]);
    expect(await snapshotDamageNotes({ ...bench.services, clock }, resolved)).toHaveLength(1);
    clock.advance(60_000);
    expect(await read()).toEqual([expect.stringContaining('src/c.py')]);
  });

  it('are reported by a repair, and restored if the file is stored again', async () => {
    expect(await repairVersion(bench.services, viewer, { id, version: 'main' })).toMatchObject({
      found: { filesWithoutContent: ['src/b.py'] },
      rebuilding: false,
      done: [expect.stringContaining('upload the version again')],
    });
    await uploadAndIndex(bench, { ...tree, 'new.md': 'New.\n' }, { ref: 'main' });
    const found = await findSymbols(bench.services, (await resolve()).key, {
      name: 'beta',
      path: undefined,
    });
    expect(found).toMatchObject([{ path: 'src/b.py', signature: 'def beta():' }]);
    expect(await repairVersion(bench.services, viewer, { id, version: 'main' })).toMatchObject({
      done: ['All data is present.'],
    });
  });
});

describe.each(damages)('a chunk that was %s', (_, sql) => {
  beforeEach(async () => {
    await env.INDEX_0.prepare(sql).run();
  });

  it('makes reading its file fail with the repair command', async () => {
    const { key } = await resolve();
    await expect(readFile(bench.services, key, 'src/b.py')).rejects.toMatchObject({
      code: 'content_damaged',
      message: expect.stringContaining('"src/b.py"'),
      fix: expect.stringContaining('--repair'),
    });
    expect(await readFile(bench.services, key, 'src/a.py')).toMatchObject({ text: tree['src/a.py'] });
  });

  it('does not hide the matches of other files in a grep, which lists the damaged file', async () => {
    expect(await grepSnapshot(bench.services, (await resolve()).key, query)).toMatchObject({
      matches: [{ path: 'src/a.py', line: 1 }],
      damaged: ['src/b.py'],
    });
  });

  it('is reported by a search that would have found it', async () => {
    const { notes, spans } = await searchSnapshot(bench.services, viewer, {
      id,
      version: 'main',
      query: 'beta',
      topK: 5,
      expandGraph: false,
      ranking: defaultRanking,
      refining: {},
      planner: undefined,
      modalityQuery: undefined,
      filters: noFilters,
    });
    expect(spans.map(({ ranked }) => ranked.chunk.path)).not.toContain('src/b.py');
    expect(notes.join(' ')).toMatch(/"src\/b\.py".*--repair/);
  });

  it('is reported by a repair, and restored if the file is stored again', async () => {
    expect(await repairVersion(bench.services, viewer, { id, version: 'main' })).toMatchObject({
      found: { filesWithoutContent: ['src/b.py'] },
      done: [expect.any(String), expect.stringContaining('upload the version again')],
    });
    await runToEnd(bench);
    await uploadAndIndex(bench, { ...tree, 'new.md': 'New.\n' }, { ref: 'main' });
    clearChunkCache();
    const { key } = await resolve();
    expect(await readFile(bench.services, key, 'src/b.py')).toMatchObject({ text: tree['src/b.py'] });
  });
});
