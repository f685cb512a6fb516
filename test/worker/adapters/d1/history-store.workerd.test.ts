/** Tests the history store in D1 and its tables. */
import { describe, expect, it } from 'vitest';
import { historyStoreContract } from '../../../contracts/history-store.ts';
import { laterHistoryContract } from '../../../contracts/later-history.ts';
import { createCommit, createCommitId, createCommitChain } from '../../../support/samples/commits.ts';
import { openD1Stores } from '../../../support/workbench/d1-stores.ts';

historyStoreContract(() => openD1Stores());
describe('data added later', () => laterHistoryContract(() => openD1Stores()));

const key = { shard: 0, snapshot: 1, generation: 1, repository: 'first' };

it('drops only the full-text table of the removed repository', async () => {
  const { database, historyStore } = await openD1Stores();
  const tables = async () =>
    (
      await database
        .prepare(
          `SELECT name FROM sqlite_schema WHERE name GLOB 'history[0-9]*_*' OR name GLOB 'changes[0-9]*_*'`,
        )
        .all()
    ).results;
  const others = Array.from({ length: 12 }, (_, at) => ({ ...key, snapshot: at + 1, repository: `r${at}` }));
  const words = { added: 'retry', removed: '', tests: '', documents: '' };
  for (const of of others) await historyStore.saveCommits(of, [createCommit('c1', 1, { words })]);
  for (const of of others.slice(1)) await historyStore.remove({ ...of, generation: undefined });
  expect(await historyStore.search(others[0] ?? key, ['change'], 5)).toHaveLength(1);
  await historyStore.remove({ ...(others[0] ?? key), generation: undefined });
  expect(await tables()).toEqual([]);
});

it('reports unreadable line origins as an error', async () => {
  const { database, historyStore } = await openD1Stores();
  const origins = {
    path: 'a.py',
    hash: 'h',
    nodes: [{ commit: createCommitId('c1'), step: 'added' as const, path: 'a.py', before: undefined }],
    runs: [{ lines: 1, node: 0, line: 1 }],
  };
  await historyStore.saveOrigins(key, [origins]);
  const spans = [{ path: 'a.py', startLine: 1, endLine: 1 }];
  expect(await historyStore.lineOrigins(key, spans)).toHaveLength(1);
  const invalid = [
    '',
    '[]',
    '[2,[],[],[]]',
    '[1,[],[0,0,-1],[]]',
    '[1,[],[0,9,-1,-1],[1,0,1]]',
    '[1,[],[0,0,-1,0],[1,0,1]]',
    '[1,[],[1,0,-1,-1],[1,0,1]]',
    '[1,[],[0,0,5,-1],[1,0,1]]',
    '[1,[],[],[1,0,1]]',
    '[1,[],[0,0,-1,-1],["1",0,1]]',
  ];
  for (const packed of invalid) {
    await database.prepare('UPDATE line_origins SET packed = ?1').bind(packed).run();
    await expect(historyStore.lineOrigins(key, spans)).rejects.toMatchObject({ code: 'internal' });
  }
  await database.prepare('DELETE FROM history_commit').run();
  await database.prepare('UPDATE line_origins SET packed = ?1').bind('[1,[],[0,0,-1,-1],[1,0,1]]').run();
  await expect(historyStore.lineOrigins(key, spans)).rejects.toMatchObject({ code: 'internal' });
});

it('distinguishes the commits of two versions that alternate in many ranges', async () => {
  const { historyStore } = await openD1Stores();
  // Every other commit is on a separate branch, so there are as many ranges as commits.
  const main = createCommitChain(300, (number) => ({ parents: number > 2 ? [`c${number - 2}`] : [] }));
  await historyStore.saveCommits(key, main);
  await historyStore.saveCommits({ ...key, snapshot: 9, repository: 'second' }, createCommitChain(300));
  await historyStore.end(key, { tip: createCommitId('c300'), since: undefined, notes: [] });
  const timeline = await historyStore.timeline(key, '', { limit: 200 });
  expect(timeline.map(({ commit: { subject } }) => subject)).toEqual(
    Array.from({ length: 150 }, (_, at) => `Change c${300 - 2 * at}`),
  );
  expect(await historyStore.search(key, ['change'], 200)).toHaveLength(150);
});

const files = (folder: string) =>
  Array.from({ length: 1_000 }, (_, at) => ({ path: `${folder}/f${at}.py`, added: 2, deleted: 1 }));

it('returns the same timeline for a folder with very many changes as for a small one', async () => {
  const { historyStore } = await openD1Stores();
  const commits = createCommitChain(22, (number) => ({
    files: number % 2 === 0 ? files('src') : ['srcs.py', 'docs/a.md'],
  }));
  await historyStore.saveCommits(key, commits);
  await historyStore.end(key, { tip: createCommitId('c22'), since: undefined, notes: [] });
  const page = await historyStore.timeline(key, 'src', { limit: 3 });
  expect(page.map(({ commit: { subject }, file }) => [subject, file])).toEqual(
    [22, 20, 18].map((number) => [
      `Change c${number}`,
      { path: 'src', added: 2_000, deleted: 1_000, oldPath: undefined },
    ]),
  );
  expect(
    await historyStore.timeline(key, 'src', { limit: 20, before: page.at(-1)?.commit.key }),
  ).toHaveLength(8);
  expect(await historyStore.timeline(key, 'docs', { limit: 20 })).toHaveLength(11);
});

it('rejects commits beyond the limit of a version', async () => {
  const { database, historyStore } = await openD1Stores();
  await historyStore.saveCommits(key, createCommitChain(2));
  await database.prepare('UPDATE history_version SET commits = 299999').run();
  await expect(
    historyStore.saveCommits(key, [createCommit('x', 1), createCommit('y', 2)]),
  ).rejects.toMatchObject({
    code: 'invalid_request',
    details: { maxCommits: 300_000 },
  });
  await historyStore.saveCommits(key, [createCommit('x', 1)]);
});
