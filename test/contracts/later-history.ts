/**
 * Contract of every history store for facts that arrive after their commits, as from a host: changed files are stored once per commit, and
 * the store lists what is still unknown for a version.
 */

import { beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../worker/core/text/hash.ts';
import { extractTerms } from '../../worker/core/text/terms.ts';
import type { HistoryKey, HistoryStore } from '../../worker/ports/history-store.ts';
import { createCommit, createCommitId } from '../support/samples/commits.ts';
import { definition } from '../support/workbench/parsed-files.ts';
import { storeFiles } from '../support/workbench/fill-snapshot.ts';
import type { HistoryStoreSubject } from './history-store.ts';

const key: HistoryKey = { shard: 0, snapshot: 1, generation: 1, repository: 'first' };
const next: HistoryKey = { ...key, snapshot: 2 };
const createChangedFiles = (name: string, path: string, oldPath?: string) => ({
  commit: createCommitId(name),
  files: [{ path, added: 2, deleted: 1, oldPath }],
  moreFiles: 3,
});
const paths = (rows: readonly { readonly path: string }[]) => rows.map(({ path }) => path);

export function laterHistoryContract(open: () => Promise<HistoryStoreSubject>): void {
  let subject: HistoryStoreSubject;
  let store: HistoryStore;
  beforeEach(async () => {
    subject = await open();
    store = subject.historyStore;
    await store.saveCommits(key, [
      createCommit('c4', 4, { parents: ['c3', 'c2'] }),
      createCommit('c3', 3, { parents: ['c1'], message: 'Say why\n\nIt was wrong.' }),
      createCommit('c2', 2, { parents: ['c1'], files: ['known.py'] }),
      createCommit('c1', 1),
    ]);
    await store.end(key, { tip: createCommitId('c4'), since: undefined, notes: [] });
  });
  const listWithoutFiles = (version = key, limit = 9) => store.listCommitsWithoutFiles(version, limit);

  it('lists a version’s commits with unknown parents', async () => {
    expect(await store.listCommitsWithUnknownParents(key)).toEqual([]);
    await store.saveCommits(next, [createCommit('c5', 5, { parents: ['c4', 'aside'] })]);
    expect(await store.listCommitsWithUnknownParents(next)).toEqual([createCommitId('c5')]);
    expect(await store.listCommitsWithUnknownParents(key)).toEqual([]);
    await store.saveCommits(next, [createCommit('aside', 1)]);
    expect(await store.listCommitsWithUnknownParents(next)).toEqual([]);
  });

  describe('files stored later', () => {
    it('are listed as missing for commits without known files, newest first', async () => {
      expect(await listWithoutFiles()).toEqual({
        commits: [createCommitId('c3'), createCommitId('c1')],
        total: 2,
      });
      expect(await listWithoutFiles(key, 1)).toEqual({ commits: [createCommitId('c3')], total: 2 });
      expect(await listWithoutFiles(next)).toEqual({ commits: [], total: 0 });
    });

    it('are returned and found like files stored with their commit', async () => {
      await store.saveFiles(key, [createChangedFiles('c3', 'src/walrus.py', 'src/old.py')]);
      expect(await store.changedFiles(key, createCommitId('c3'))).toMatchObject({
        files: [{ path: 'src/walrus.py', added: 2, deleted: 1, oldPath: 'src/old.py' }],
        more: 3,
      });
      for (const words of ['walrus', 'wrong'])
        expect((await store.search(key, extractTerms(words), 9)).map(({ id }) => id)).toEqual([
          createCommitId('c3'),
        ]);
      expect((await listWithoutFiles()).commits).toEqual([createCommitId('c1')]);
    });

    it('do not change merges, unknown commits, or commits that already have files', async () => {
      await store.saveFiles(key, [createChangedFiles('c3', 'src/walrus.py')]);
      const rows = await subject.countRows();
      const files = await store.changedFiles(key, createCommitId('c2'));
      await store.saveFiles(key, [createChangedFiles('c3', 'src/walrus.py')]);
      await store.saveFiles(
        key,
        ['c2', 'c3', 'c4', 'none'].map((name) => createChangedFiles(name, 'src/walrus.py')),
      );
      await store.saveFiles({ ...key, repository: 'second' }, [createChangedFiles('c1', 'src/walrus.py')]);
      expect(await subject.countRows()).toEqual(rows);
      expect(await store.changedFiles(key, createCommitId('c2'))).toEqual(files);
    });
  });

  it('lists files with definitions and without origins, last changed first', async () => {
    const text = 'def f():\n    pass\n';
    const files = [
      ...['b.py', 'known.py', 'a.py'].map((path) => ({ path, text, symbols: [definition('f', 1)] })),
      { path: 'plain.txt', text: 'words\n' },
    ];
    await storeFiles(subject, key, { files });
    const missing = await store.listFilesWithoutOrigins(key, 2);
    expect([paths(missing.files), missing.total]).toEqual([['known.py', 'a.py'], 3]);
    const nodes = [
      { commit: createCommitId('c1'), step: 'edited' as const, path: 'known.py', before: undefined },
    ];
    await store.saveOrigins(key, [
      { path: 'known.py', hash: await sha256(text), nodes, runs: [{ lines: 2, node: 0, line: 1 }] },
    ]);
    expect(paths((await store.listFilesWithoutOrigins(key, 9)).files)).toEqual(['a.py', 'b.py']);
    expect(await store.listFilesWithoutOrigins(next, 9)).toEqual({ files: [], total: 0 });
  });
}
