/**
 * Contract of every history store: commits are stored once and visible only to versions that contain them; lines keep their history;
 * repeated writes change nothing; commits without a version are deleted.
 */

import { beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../worker/core/text/hash.ts';
import { extractTerms } from '../../worker/core/text/terms.ts';
import type { FileOrigins, HistoryKey, HistoryStore, NewCommit } from '../../worker/ports/history-store.ts';
import { createCommit, createCommitId, createCommitChain } from '../support/samples/commits.ts';
import { storeFiles, type IndexStores } from '../support/workbench/fill-snapshot.ts';

export interface HistoryStoreSubject extends IndexStores {
  readonly historyStore: HistoryStore;
  readonly countRows: () => Promise<Record<string, number>>;
}

const key: HistoryKey = { shard: 0, snapshot: 1, generation: 1, repository: 'first' };
const next: HistoryKey = { ...key, snapshot: 2 };
const other: HistoryKey = { shard: 0, snapshot: 3, generation: 1, repository: 'second' };
const removalKey = ({ shard, snapshot, repository }: HistoryKey) => ({
  shard,
  snapshot,
  repository,
  generation: undefined,
});

const tag = (name: string, commit: string) => ({ name, commit: createCommitId(commit), committedAt: 2 });

export function historyStoreContract(open: () => Promise<HistoryStoreSubject>): void {
  let subject: HistoryStoreSubject;
  let store: HistoryStore;
  beforeEach(async () => {
    subject = await open();
    store = subject.historyStore;
  });

  const end = (tip: string, version = key) =>
    store.end(version, { tip: createCommitId(tip), since: undefined, notes: [] });
  const save = async (commits: readonly NewCommit[], tip?: string, version = key) => {
    await store.saveCommits(version, commits);
    if (tip !== undefined) await end(tip, version);
  };
  const subjectsFor = async (path: string, version = key) =>
    (await store.timeline(version, path, { limit: 100 })).map((entry) =>
      entry.commit.subject.replace('Change ', ''),
    );
  const findSubjects = async (words: string, version = key, limit = 10) =>
    (await store.search(version, extractTerms(words), limit)).map((hit) => hit.subject);

  describe('the releases', () => {
    it('are tags, which a later import replaces, and commits whose subject has the text', async () => {
      await save([createCommit('c1', 1, { message: 'Release 1.2_0\n\nNot 1.3' })], 'c1');
      await store.saveTags(key, [tag('v1.2_0', 'gone'), tag('v1.3', 'c1')]);
      await store.saveTags(key, [tag('v1.2_0', 'gone')]);
      expect(await store.releaseCommits(key, '1.2_0')).toEqual([
        { text: 'v1.2_0', isTag: true, commit: createCommitId('gone'), committedAt: 2 },
        { text: 'Release 1.2_0', isTag: false, commit: createCommitId('c1'), committedAt: 1_000 },
      ]);
      expect(await store.releaseCommits(key, '1%0')).toEqual([]);
      expect(await store.releaseCommits(key, `1.2_0-alpha.${'1'.repeat(60)}`)).toEqual([]);
      expect(await store.releaseCommits(key, 'V1.2')).toHaveLength(1);
      expect(await store.releaseCommits(key, '')).not.toEqual([]);
    });

    it('contain the commits that they descend from', async () => {
      await save(
        [
          createCommit('merge', 4, { parents: ['main', 'side'] }),
          createCommit('side', 3, { parents: ['root'] }),
          createCommit('main', 2, { parents: ['root'] }),
          createCommit('root', 1),
        ],
        'merge',
      );
      expect(await store.ancestors(key, createCommitId('side'))).toEqual(
        new Set([createCommitId('side'), createCommitId('root')]),
      );
      expect(await store.ancestors(key, createCommitId('unknown'))).toBeUndefined();
    });
  });

  it('lists the authors of a version, the most frequent first', async () => {
    await save(
      [
        createCommit('c3', 3, { parents: ['c2'], author: 'Ada' }),
        createCommit('c2', 2, { parents: ['c1'], author: 'Bob' }),
        createCommit('c1', 1, { author: 'Bob' }),
      ],
      'c3',
    );
    expect(await store.authors(key)).toEqual(['Bob', 'Ada']);
  });

  describe('a commit', () => {
    it('is returned by its id and by any unique prefix', async () => {
      const stored = createCommit('whole', 5, {
        parents: ['p', 'q'],
        author: 'Zoë “Z” O’Hara',
        authoredAt: 1_234,
        message: 'Say why\n\nIt was “wrong”;\r\n\r\nnow it is not.\n',
        isCut: true,
        files: ['src/a.py', { path: 'b.bin', added: -1, deleted: -1 }, { path: 'new', oldPath: 'old' }],
        moreFiles: 7,
        pullRequest: { number: 12, title: 'Say why' },
        issues: [3, 4],
      });
      await save([stored], 'whole');
      const { files, moreFiles, ...fields } = stored;
      const expected = { ...fields, subject: 'Say why', changedFiles: 10 };
      for (const id of [stored.id, stored.id.slice(0, 7), stored.id.toUpperCase()])
        expect(await store.commits(key, [id])).toEqual([{ ...expected, key: expect.any(Number) }]);
      expect(await store.changedFiles(key, stored.id)).toEqual({
        files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
        more: moreFiles,
      });
    });

    it('is not found by an ambiguous prefix, by fewer than seven digits, or by other text', async () => {
      await save(
        [createCommit('longname1', 2, { parents: ['longname2'] }), createCommit('longname2', 1)],
        'longname1',
      );
      const sharedPrefix = createCommitId('longname1').slice(0, 8);
      const wholeId = createCommitId('longname1');
      expect(
        await store.commits(key, [sharedPrefix, wholeId.slice(0, 6), '%______', '', 'g'.repeat(40)]),
      ).toEqual([]);
      expect((await store.commits(key, [createCommitId('longname2'), wholeId])).map(({ id }) => id)).toEqual([
        createCommitId('longname2'),
        wholeId,
      ]);
    });

    it('keeps its changed lines from the first time they are stored', async () => {
      const files = [
        { path: 'a.py', hunks: '@@ -1,1 +1,1 @@\n-“old”\n+new', isCut: false },
        { path: 'b.py', hunks: '@@ -0,0 +1,1 @@\n+b', isCut: true },
      ];
      const [changed, empty] = [createCommitId('changed'), createCommitId('empty')];
      await save(
        [createCommit('changed', 2, { files: ['a.py', 'b.py'] }), createCommit('empty', 1)],
        'changed',
      );
      const ids = [changed, empty, createCommitId('unknown')];
      const [commit] = await store.commits(key, [changed]);
      expect(await store.filterCommitsWithoutPatch(key, ids)).toEqual([changed]);
      expect(await store.readPatch(key, commit?.key ?? 0)).toBeUndefined();
      await store.savePatches(key, [
        { commit: changed, files },
        { commit: createCommitId('unknown'), files },
      ]);
      await store.savePatches(key, [{ commit: changed, files: [] }]);
      expect(await store.readPatch(key, commit?.key ?? 0)).toEqual(files);
      expect(await store.filterCommitsWithoutPatch(key, ids)).toEqual([]);
      expect(await store.filterCommitsWithoutPatch(other, ids)).toEqual([]);
    });

    it('does not change if it is sent again', async () => {
      const first = createCommit('once', 1, { message: 'first words', files: ['a.py'] });
      await save([first], 'once');
      const rows = await subject.countRows();
      await save([
        {
          ...first,
          message: 'other words',
          files: [...first.files, ...createCommit('x', 1, { files: ['z'] }).files],
        },
      ]);
      await end('once');
      expect(await findSubjects('first')).toEqual(['first words']);
      expect(await findSubjects('other')).toEqual([]);
      expect(await store.changedFiles(key, first.id)).toMatchObject({ files: [{ path: 'a.py' }] });
      // Only the path is recorded.
      const { history_path: paths, ...rowsAfter } = await subject.countRows();
      const { history_path: before, ...otherRows } = rows;
      expect(rowsAfter).toEqual(otherRows);
      expect((paths ?? 0) - (before ?? 0)).toBeLessThanOrEqual(1);
    });

    it('is known once it is stored, only to its repository', async () => {
      await save([createCommit('mine', 1)]);
      const ids = [createCommitId('mine'), createCommitId('absent')];
      expect([...(await store.knownCommits(key, ids))]).toEqual([createCommitId('mine')]);
      expect([...(await store.knownCommits(next, ids))]).toEqual([createCommitId('mine')]);
      expect([...(await store.knownCommits(other, ids))]).toEqual([]);
    });
  });

  describe('a version', () => {
    it('contains exactly its tip and the tip’s ancestors', async () => {
      // The second version branches off at c2.
      await save(createCommitChain(4), 'c4');
      await save([createCommit('side', 9, { parents: ['c2'] })], 'side', next);
      expect(await subjectsFor('')).toEqual(['c4', 'c3', 'c2', 'c1']);
      expect(await subjectsFor('', next)).toEqual(['side', 'c2', 'c1']);
      expect(await store.commits(key, [createCommitId('side')])).toEqual([]);
      expect(await store.changedFiles(key, createCommitId('side'))).toEqual({ files: [], more: 0 });
      expect(await findSubjects('change side')).not.toContain('Change side');
      expect(await store.countCommits(key)).toBe(4);
      expect(await store.countCommits(next)).toBe(3);
    });

    it('contains only the commits uploaded for it until its history ends', async () => {
      await save(createCommitChain(3), 'c3');
      await save([createCommit('side', 9, { parents: ['c2'] })], undefined, next);
      expect(await subjectsFor('', next)).toEqual(['side']);
      expect(await store.state(next)).toMatchObject({ commits: 1, isComplete: false });
      for (let time = 0; time < 2; time += 1)
        await store.retainCommits(next, [createCommitId('c2'), createCommitId('c1'), createCommitId('none')]);
      expect(await subjectsFor('', next)).toEqual(['side', 'c2', 'c1']);
      expect(await findSubjects('change c3', next)).not.toContain('Change c3');
      expect(await store.countCommits(next)).toBe(3);
      await end('side', next);
      expect(await subjectsFor('', next)).toEqual(['side', 'c2', 'c1']);
    });

    it('contains all commits uploaded so far, and none if there were none', async () => {
      expect(await store.state(key)).toMatchObject({ commits: 0, isComplete: false });
      await save(createCommitChain(3));
      expect(await store.state(key)).toMatchObject({ commits: 3, isComplete: false });
      expect(await subjectsFor('')).toEqual(['c3', 'c2', 'c1']);
      // Nothing was sent for the other version.
      expect(await store.state(next)).toMatchObject({ commits: 0 });
      expect(await subjectsFor('', next)).toEqual([]);
      expect(await findSubjects('change', next)).toEqual([]);
    });

    it('reports whether it is complete, since when, and what is missing', async () => {
      await save(createCommitChain(3).slice(0, 2));
      await store.end(key, { tip: createCommitId('c3'), since: 1_000, notes: ['a shallow clone'] });
      expect(await store.state(key)).toEqual({
        commits: 2,
        origins: 0,
        files: 0,
        isComplete: true,
        since: 1_000,
        notes: ['a shallow clone'],
      });
    });

    it('does not lose commits to a later, shorter upload for the same or a newer version', async () => {
      const endSince = (since: number, tip: string, version = key) =>
        store.end(version, { tip: createCommitId(tip), since, notes: [] });
      await save(createCommitChain(4).slice(0, 2));
      await endSince(4_000, 'c4');
      // All commits from the third on are stored, although `since` is later.
      expect(await store.state(key)).toMatchObject({ commits: 2, since: 3_000 });
      await save(createCommitChain(4), 'c4');
      expect(await store.state(key)).toMatchObject({ commits: 4, since: undefined });
      await endSince(4_000, 'c4');
      expect(await store.state(key)).toMatchObject({ commits: 4, since: undefined });
      await save(createCommitChain(5).slice(0, 2), undefined, next);
      await endSince(5_000, 'c5', next);
      expect(await store.state(next)).toMatchObject({ commits: 5, since: undefined });
    });

    it('rejects the end of its history with an unknown tip', async () => {
      await save(createCommitChain(2));
      await expect(end('c3')).rejects.toMatchObject({ code: 'invalid_request' });
      expect(await store.state(key)).toMatchObject({ isComplete: false });
    });

    it('includes commits stored after its history ended, once its history is ended again', async () => {
      await save(createCommitChain(3).slice(0, 2), 'c3');
      expect(await store.countCommits(key)).toBe(2);
      await save(createCommitChain(3));
      expect(await subjectsFor('')).toEqual(['c3', 'c2']);
      await end('c3');
      expect(await subjectsFor('')).toEqual(['c3', 'c2', 'c1']);
    });

    it('contains merged commits from all parents, each once', async () => {
      const sides = [
        createCommit('top', 5, { parents: ['left', 'right', 'third'] }),
        createCommit('left', 4, { parents: ['base'] }),
        createCommit('right', 3, { parents: ['base'] }),
        createCommit('third', 2, { parents: ['base'] }),
        createCommit('base', 1),
      ];
      await save(sides, 'top');
      expect(await subjectsFor('')).toEqual(['top', 'left', 'right', 'third', 'base']);
      expect(await store.countCommits(key)).toBe(5);
    });

    it('is separate from another repository with the same commits', async () => {
      await save(createCommitChain(3), 'c3');
      await save(createCommitChain(2), 'c2', other);
      expect(await subjectsFor('', other)).toEqual(['c2', 'c1']);
      expect(await subjectsFor('', { ...key, snapshot: other.snapshot })).toEqual([]);
      expect(await findSubjects('change', other)).toHaveLength(2);
    });

    it('is compared with an older version by commits and paths', async () => {
      await save(
        createCommitChain(6, (number) => ({ files: [number % 2 === 0 ? 'even.py' : 'src/odd.py'] })),
        'c6',
      );
      await save([], 'c3', next);
      const result = await store.commitsBetween(key, next, { limit: 2 });
      expect(result.total).toBe(3);
      expect(result.commits.map(({ subject: words }) => words)).toEqual(['Change c6', 'Change c5']);
      for (const path of ['src/odd.py', 'src'])
        expect(await store.commitsBetween(key, next, { path, limit: 10 })).toMatchObject({
          total: 1,
          commits: [{ subject: 'Change c5' }],
        });
      expect(await store.commitsBetween(next, key, { limit: 10 })).toEqual({ total: 0, commits: [] });
    });
  });

  describe('a timeline', () => {
    it('follows a file across renames, without an earlier file at the same path', async () => {
      await save([
        createCommit('edit', 8, { parents: ['move'], files: ['new.py'] }),
        createCommit('reuse', 7, { parents: ['move'], files: ['old.py'] }),
        createCommit('move', 6, { parents: ['drop'], files: [{ path: 'new.py', oldPath: 'old.py' }] }),
        createCommit('drop', 5, { parents: ['stood'], files: ['new.py'] }),
        createCommit('stood', 4, { parents: ['work'], files: ['new.py'] }),
        createCommit('work', 3, { parents: ['first'], files: ['old.py', 'else.py'] }),
        createCommit('first', 2, {
          parents: ['older'],
          files: [{ path: 'old.py', oldPath: 'lib/ancient.py' }],
        }),
        createCommit('older', 1, { files: ['lib/ancient.py'] }),
      ]);
      expect(await subjectsFor('new.py')).toEqual(['edit', 'move', 'work', 'first', 'older']);
      const [, move] = await store.timeline(key, 'new.py', { limit: 10 });
      expect(move?.file).toEqual({ path: 'new.py', added: 1, deleted: 0, oldPath: 'old.py' });
      expect(await subjectsFor('lib')).toEqual(['older']);
    });

    it('is finite for a file that was renamed back and forth', async () => {
      const names = ['a', 'b'];
      await save(
        createCommitChain(60, (number) => ({
          files: [{ path: names[number % 2] ?? '', oldPath: names[(number + 1) % 2] }],
        })),
        'c60',
      );
      expect((await subjectsFor('a')).length).toBeGreaterThan(10);
    });

    it('of a folder lists each commit once with summed lines, and excludes folders with a similar name', async () => {
      await save(
        createCommitChain(2, () => ({
          files: [
            { path: 'src/a.py', added: 2, deleted: 1 },
            { path: 'src/deep/b.py', added: 3, deleted: 0 },
            { path: 'src/c.bin', added: -1, deleted: -1 },
            { path: 'src2/d.py', added: 100 },
            { path: 'src-b/d.py', added: 100 },
          ],
        })),
        'c2',
      );
      const result = await store.timeline(key, 'src/', { limit: 10 });
      expect(result.map(({ file }) => [file.added, file.deleted])).toEqual([
        [5, 1],
        [5, 1],
      ]);
      expect(await subjectsFor('src/deep')).toEqual(['c2', 'c1']);
      expect(await subjectsFor('src/de')).toEqual([]);
      expect(await subjectsFor('nowhere')).toEqual([]);
    });

    it('is paginated without gaps or repetitions, even for equal times', async () => {
      const commits = createCommitChain(7, (number) => ({
        files: ['a.py'],
        committedAt: number < 6 ? 1_000 : 9_000,
      }));
      await save(commits, 'c7');
      for (const path of ['', 'a.py', '.']) {
        const pages: string[] = [];
        for (let before: number | undefined; ;) {
          const result = await store.timeline(key, path === '.' ? '' : path, { limit: 2, before });
          pages.push(...result.map(({ commit: { subject: words } }) => words.replace('Change ', '')));
          before = result.at(-1)?.commit.key;
          if (result.length < 2) break;
        }
        expect(pages).toEqual(['c7', 'c6', 'c5', 'c4', 'c3', 'c2', 'c1']);
      }
      expect(await store.timeline(key, 'a.py', { limit: 2, before: 123_456 })).toEqual([]);
    });
  });

  describe('a search', () => {
    it('finds messages by word forms and paths, and weights the subject most', async () => {
      await save([
        createCommit('x', 4, { message: 'Retry requests\n\nWith backoff.', files: ['src/http/client.ts'] }),
        createCommit('y', 3, { message: 'Tidy up\n\nThe word retry occurs here.' }),
        createCommit('z', 2, {
          message: 'Nothing of the kind',
          files: [{ path: 'new.ts', oldPath: 'src/retrySettings.ts' }],
        }),
      ]);
      expect(await findSubjects('request')).toEqual(['Retry requests']);
      expect((await findSubjects('retry')).at(0)).toBe('Retry requests');
      expect((await findSubjects('retry')).toSorted()).toEqual([
        'Nothing of the kind',
        'Retry requests',
        'Tidy up',
      ]);
      expect(await findSubjects('client')).toEqual(['Retry requests']);
      const [best] = await store.search(key, ['retry'], 1);
      expect(best?.score).toBeGreaterThan(0);
      expect(await findSubjects('retry', key, 1)).toHaveLength(1);
    });

    it('treats no term as an operator, and finds nothing for an empty query', async () => {
      await save(createCommitChain(1), 'c1');
      for (const term of ['"', 'AND', 'subject:change', '*', 'NEAR(', '', "'", ')'])
        expect(await store.search(key, [term], 5)).toBeInstanceOf(Array);
      expect(await store.search(key, [], 5)).toEqual([]);
      expect(await store.search(other, ['change'], 5)).toEqual([]);
    });

    it('finds commits by the words of the lines that they changed', async () => {
      const words = { added: '', removed: '', tests: '', documents: '' };
      await save([
        createCommit('limits', 3, { words: { ...words, added: 'maxBytes', tests: 'rejects' } }),
        createCommit('cleanup', 2, { words: { ...words, removed: 'legacyProxy' }, files: ['net.py'] }),
        createCommit('silent', 1),
      ]);
      const changed = await store.searchChanges(key, ['legacyproxy', 'byte'], 10);
      expect(changed.map(({ subject: one }) => one)).toEqual(
        expect.arrayContaining(['Change limits', 'Change cleanup']),
      );
      expect(await store.searchChanges(key, ['silent'], 10)).toEqual([]);
      expect(await store.searchChanges(other, ['legacyproxy'], 10)).toEqual([]);
      const keys = changed.map((commit) => commit.key);
      const found = await store.changedTerms(key, keys, ['proxy', 'reject', 'net', 'silent']);
      const cleanup = changed.find(({ subject: one }) => one === 'Change cleanup');
      expect(found.get(cleanup?.key ?? 0)).toEqual({
        paths: new Set(['net']),
        added: new Set(),
        removed: new Set(['proxy']),
        tests: new Set(),
        documents: new Set(),
      });
      const { commits, byTerm } = await store.commitFrequencies(key, ['proxy', 'change', 'absent']);
      expect([commits, byTerm.get('proxy'), byTerm.get('change'), byTerm.get('absent')]).toEqual([
        3, 1, 3, 0,
      ]);
    });

    it('finds by number the commit of the pull request, then commits that mention it', async () => {
      await save([
        createCommit('mentions', 3, { issues: [7, 8] }),
        createCommit('brought', 2, { pullRequest: { number: 7, title: undefined } }),
        createCommit('neither', 1, { issues: [70] }),
      ]);
      const result = await store.commitsMentioning(key, [7], 10);
      expect(result.map(({ subject: words }) => words)).toEqual(['Change brought', 'Change mentions']);
      expect(await store.commitsMentioning(key, [7, 8], 1)).toHaveLength(1);
      expect(await store.commitsMentioning(key, [8, 7], 10)).toHaveLength(2);
      expect(await store.commitsMentioning(other, [7], 10)).toEqual([]);
    });
  });

  describe('origins', () => {
    const text = 'one\ntwo\nthree\nfour\n';
    const files = [
      { path: 'a.py', text },
      { path: 'empty.py', text: '' },
    ];
    beforeEach(async () => {
      await storeFiles(subject, key, { files });
      await storeFiles(subject, next, { files });
    });
    const origins = async (overrides: Partial<FileOrigins> = {}): Promise<FileOrigins> => ({
      path: 'a.py',
      hash: await sha256(text),
      nodes: [
        { commit: createCommitId('c1'), step: 'added', path: 'old.py', before: undefined },
        { commit: createCommitId('c3'), step: 'edited', path: 'a.py', before: 0 },
        { commit: undefined, step: 'added', path: 'a.py', before: undefined },
      ],
      runs: [
        { lines: 2, node: 1, line: 11 },
        { lines: 1, node: 0, line: 5 },
        { lines: 1, node: 2, line: 1 },
      ],
      ...overrides,
    });

    it('are missing for known files until they are stored', async () => {
      const hash = await sha256(text);
      const requested = [
        { path: 'a.py', hash },
        { path: 'a.py', hash: await sha256('else') },
        { path: 'none.py', hash },
        { path: 'empty.py', hash: await sha256('') },
      ];
      expect(await store.missingOrigins(key, requested)).toEqual(['a.py']);
      await store.saveOrigins(key, [await origins()]);
      expect(await store.missingOrigins(key, requested)).toEqual([]);
      expect(await store.missingOrigins(next, requested)).toEqual(['a.py']);
      expect(await store.storedFiles(key, ['a.py', 'none.py'])).toEqual([{ path: 'a.py', hash, lines: 4 }]);
      expect(await store.state(key)).toMatchObject({ origins: 1, files: 1 });
    });

    it('are returned for the requested lines, each with its history', async () => {
      await store.saveOrigins(key, [await origins()]);
      const edited = { commit: createCommitId('c3'), step: 'edited', path: 'a.py', line: 12 };
      const added = { commit: createCommitId('c1'), step: 'added', path: 'old.py' };
      expect(await store.lineOrigins(key, [{ path: 'a.py', startLine: 2, endLine: 3 }])).toEqual([
        { path: 'a.py', startLine: 2, endLine: 2, history: [edited, { ...added, line: 0 }] },
        { path: 'a.py', startLine: 3, endLine: 3, history: [{ ...added, line: 5 }] },
      ]);
      const all = await store.lineOrigins(key, [
        { path: 'a.py', startLine: 4, endLine: 99 },
        { path: 'nowhere.py', startLine: 1, endLine: 2 },
        { path: 'a.py', startLine: 1, endLine: 1 },
      ]);
      expect(all.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
        [4, 4],
        [1, 1],
      ]);
      expect(all[0]?.history[0]?.commit).toBeUndefined();
      expect(await store.lineOrigins(next, [{ path: 'a.py', startLine: 1, endLine: 4 }])).toEqual([]);
    });

    it('may refer to commits stored later, which the version then contains without a parent link', async () => {
      await store.saveOrigins(key, [await origins()]);
      expect([...(await store.knownCommits(key, [createCommitId('c1')]))]).toEqual([]);
      expect(await store.commits(key, [createCommitId('c1')])).toEqual([]);
      await save([createCommit('c3', 3, { parents: ['c2'] })], 'c3');
      expect(await store.countCommits(key)).toBe(1);
      await save([createCommit('c1', 1)], 'c3');
      expect(await subjectsFor('')).toEqual(['c3', 'c1']);
      expect(await findSubjects('change c1')).toContain('Change c1');
    });

    it('replace earlier origins of the same file, and are stored once for all versions', async () => {
      await store.saveOrigins(key, [await origins()]);
      await store.saveOrigins(next, [await origins()]);
      const { line_origins: packed, version_origins: result } = await subject.countRows();
      expect([packed, result]).toEqual([1, 2]);
      await store.saveOrigins(key, [await origins({ runs: [{ lines: 4, node: 0, line: 1 }] })]);
      expect(await store.lineOrigins(key, [{ path: 'a.py', startLine: 1, endLine: 4 }])).toHaveLength(1);
      expect(await store.lineOrigins(next, [{ path: 'a.py', startLine: 1, endLine: 4 }])).toHaveLength(3);
    });

    it('over the size limit per file are rejected, and the call stores nothing', async () => {
      const rows = await subject.countRows();
      const nodes = Array.from({ length: 1_000 }, (_, at) => ({
        commit: undefined,
        step: 'moved' as const,
        path: `${'x'.repeat(3_000)}${at}`,
        before: undefined,
      }));
      await expect(
        store.saveOrigins(key, [await origins({ nodes: nodes.slice(0, 3) }), await origins({ nodes })]),
      ).rejects.toMatchObject({ code: 'body_too_large' });
      expect(await subject.countRows()).toEqual(rows);
    });
  });

  describe('removal', () => {
    it('deletes a version completely, and leaves others unchanged', async () => {
      await storeFiles(subject, key, { files: [{ path: 'a.py', text: 'x\n' }] });
      await save(
        createCommitChain(5, () => ({ files: ['a.py'], issues: [3] })),
        'c5',
        other,
      );
      const before = await subject.countRows();
      await save(
        createCommitChain(5, () => ({ files: ['a.py'], issues: [3] })),
        'c5',
      );
      await store.saveOrigins(key, [
        {
          path: 'a.py',
          hash: await sha256('x\n'),
          nodes: [{ commit: createCommitId('gone'), step: 'added', path: 'a.py', before: undefined }],
          runs: [{ lines: 1, node: 0, line: 1 }],
        },
      ]);
      await store.remove({ ...removalKey(key), generation: 1 });
      expect(await store.countCommits(key)).toBe(5);
      for (let time = 0; time < 2; time += 1) await store.remove(removalKey(key));
      expect(await subject.countRows()).toEqual(before);
      expect(await findSubjects('change', other)).toHaveLength(5);
    });

    it('does not delete commits that another version retains', async () => {
      await save(createCommitChain(3), 'c3');
      await store.retainCommits(next, [createCommitId('c3'), createCommitId('c2'), createCommitId('c1')]);
      await store.remove(removalKey(key));
      await end('c3', next);
      expect(await subjectsFor('', next)).toEqual(['c3', 'c2', 'c1']);
    });

    it('does not delete commits that line origins of another version refer to', async () => {
      await save(createCommitChain(3), 'c3');
      await save([createCommit('side', 9)], 'side', next);
      await storeFiles(subject, key, { files: [{ path: 'a.py', text: 'x\n' }] });
      await store.saveOrigins(key, [
        {
          path: 'a.py',
          hash: await sha256('x\n'),
          nodes: [{ commit: createCommitId('side'), step: 'added', path: 'a.py', before: undefined }],
          runs: [{ lines: 1, node: 0, line: 1 }],
        },
      ]);
      await store.remove(removalKey(next));
      const [result] = await store.lineOrigins(key, [{ path: 'a.py', startLine: 1, endLine: 1 }]);
      expect(result?.history).toMatchObject([{ commit: createCommitId('side') }]);
    });

    it('deletes paths that no remaining commit has changed', async () => {
      await save(
        createCommitChain(2, () => ({ files: [{ path: 'a.py', oldPath: 'old.py' }] })),
        'c2',
      );
      const { history_path: before } = await subject.countRows();
      expect(before).toBe(2);
      await save(
        [createCommit('side', 9, { parents: ['c1'], files: [{ path: 'b.py', oldPath: 'a.py' }, 'c.py'] })],
        'side',
        next,
      );
      await store.remove(removalKey(next));
      expect(await subject.countRows()).toMatchObject({ history_path: 2 });
      const [newest] = await store.timeline(key, 'a.py', { limit: 1 });
      expect(newest?.file.oldPath).toBe('old.py');
    });

    it('deletes the commits that no other version of the repository contains', async () => {
      await save(
        createCommitChain(3, () => ({ files: ['a.py'] })),
        'c3',
      );
      await save(
        [createCommit('side', 9, { parents: ['c2'], files: ['a.py'], message: 'Aside' })],
        'side',
        next,
      );
      await store.remove(removalKey(next));
      expect([...(await store.knownCommits(key, [createCommitId('side'), createCommitId('c2')]))]).toEqual([
        createCommitId('c2'),
      ]);
      expect(await findSubjects('aside')).toEqual([]);
      expect(await subjectsFor('a.py')).toEqual(['c3', 'c2', 'c1']);
      // The commit can be stored and found again.
      await save([createCommit('side', 9, { parents: ['c2'], message: 'Aside' })], 'side', next);
      expect(await findSubjects('aside', next)).toEqual(['Aside']);
      expect(await subjectsFor('', next)).toEqual(['Aside', 'c2', 'c1']);
    });
  });
}
