/** Questions that name a version are answered from that version only, compare versions on request, and decline a missing version. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../../worker/adapters/tree-sitter/parser.ts';
import { sha256 } from '../../../../../worker/core/text/hash.ts';
import { openModeViewer as viewer } from '../../../../../worker/core/viewer.ts';
import { toHistoryKey } from '../../../../../worker/flows/browse/read-history.ts';
import { compareVersions } from '../../../../../worker/flows/versions/compare-versions.ts';
import { resolveSnapshot } from '../../../../../worker/flows/versions/resolve-snapshot.ts';
import { askWorkbench, type CollectedAnswer } from '../../../../support/samples/ask-workbench.ts';
import { createCommit, createCommitId } from '../../../../support/samples/commits.ts';
import { uploadAndIndex } from '../../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../../support/workbench/workbench.ts';

const pool = `class Pool:
    """Connections kept open between requests."""

    def release(self, socket):
        self.free.append(socket)

    def drain(self):
        return list(self.free)
`;
const newPool = `class Pool:
    """Connections kept open between requests."""

    def release(self, socket, force=False):
        if force:
            socket.close()
        self.free.append(socket)

    def count(self):
        return len(self.free)
`;
const readme = '# Pools\n\nA pool of connections for requests.\n';
const first = { ref: 'v1.0', commit: '1111111aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' };
const second = { ref: 'v2.0', commit: '2222222bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb' };

let bench: Workbench;
let id: string;
beforeEach(async () => {
  bench = await openWorkbench(() => ({ parser: createTreeSitterParser() }));
  const old = await uploadAndIndex(
    bench,
    { 'src/pool.py': pool, 'README.md': readme, 'a.txt': 'moved\n' },
    first,
  );
  id = old.id;
  await uploadAndIndex(
    bench,
    { 'src/pool.py': newPool, 'README.md': readme, 'docs/a.txt': 'moved\n' },
    second,
  );
});
const ask = (question: string) => askWorkbench(bench.services, { id, question });
const resolve = (version: string) => resolveSnapshot(bench.services, viewer, { id, version });
const readQuestion = ({ events }: CollectedAnswer) => {
  const event = events.find(({ type }) => type === 'question');
  return event?.type === 'question' ? event.reading : expect.fail('no reading');
};
const uploadHistory = async (isWhole = true) => {
  const { historyStore } = bench.services;
  const [older, newer] = [toHistoryKey(await resolve('v1.0')), toHistoryKey(await resolve('v2.0'))];
  const before = createCommit('a', 1_600_000_000, {
    parents: isWhole ? [] : ['before'],
    message: 'Keep connections in a pool',
    files: ['src/pool.py'],
  });
  const after = createCommit('b', 1_650_000_000, {
    parents: ['a'],
    message: 'Close a socket by force',
    files: ['src/pool.py'],
  });
  await historyStore.saveCommits(older, [before]);
  if (isWhole) await historyStore.end(older, { tip: createCommitId('a'), since: undefined, notes: [] });
  await historyStore.saveCommits(newer, [after, before]);
  const since = isWhole ? undefined : 1_600_000_000_000;
  await historyStore.end(newer, { tip: createCommitId('b'), since, notes: [] });
};

describe('a question that names a version', () => {
  it.each([['In v1.0, what does `Pool.drain` do?'], ['What changed between v1.0 and v2.0?']])(
    'is shown as written: %s',
    async (question) => {
      const { asked, text } = readQuestion(await ask(question));
      expect({ asked, text }).toEqual({ asked: question, text: question });
    },
  );

  it('is shown with its corrected spelling and the version', async () =>
    expect(readQuestion(await ask('In v1.0, which class keeps conections?')).text).toBe(
      'which class keeps connections in v1.0?',
    ));

  it.each([
    ['In v1.0, what does `Pool.drain` do?', 'v1.0', 'drain'],
    ['What does `Pool.count` do in 2.0?', 'v2.0', 'count'],
  ])('is answered from that version, which the reading states: %s', async (question, ref, name) => {
    const answered = await ask(question);
    expect(answered.verdict?.refused).toBe(false);
    expect(answered.text).toContain(name);
    const { snapshot } = await resolve(ref);
    expect(readQuestion(answered).version).toEqual({ ref, snapshotId: snapshot.id, commit: snapshot.commit });
    for (const { commit, url } of answered.evidence.values()) {
      expect(commit).toBe(snapshot.commit);
      expect(url).toContain(`version=${snapshot.id}`);
    }
    expect(answered.events).toContainEqual(
      expect.objectContaining({ type: 'coverage', coverage: expect.objectContaining({ ref }) }),
    );
  });

  it('is not answered from another version that contains the name', async () => {
    expect((await ask('In v2.0, what does `Pool.drain` do?')).text).not.toContain('list(self.free)');
  });

  it('that is not indexed is declined with the available versions and the command that adds it', async () => {
    const answered = await ask('In v3.0, what does `Pool.release` do?');
    expect(answered.verdict).toMatchObject({ refused: true, class: 'out-of-scope' });
    expect(answered.text).toContain('`v3.0` is not indexed');
    expect(answered.text).toContain('`v2.0`, `v1.0`');
    expect(answered.text).toContain('npx wherefore index <folder> --name acme/tool --ref v3.0');
    expect(answered.evidence.size).toBe(0);
  });

  it('is distinguished from a question with another number', async () => {
    const answered = await ask('What does `Pool.release` do with 3.10?');
    expect(readQuestion(answered)).not.toHaveProperty('version');
    expect(answered.verdict?.refused).toBe(false);
  });
});

describe('a question about changes', () => {
  it('is answered with the lines of both versions and the commits between', async () => {
    await uploadHistory();
    const answered = await ask('How did `Pool.release` change since v1.0?');
    expect(
      answered.claims.map(({ state, text, checks }) => (state === 'verified' ? state : { text, checks })),
    ).toEqual(answered.claims.map(() => 'verified'));
    const spans = [...answered.evidence.values()];
    expect(new Set(spans.map((span) => span.commit))).toEqual(new Set([first.commit, second.commit]));
    expect(answered.text).toContain('def release(self, socket, force=False):');
    expect(answered.text).toContain('In v1.0, lines 4–5 of `src/pool.py`');
    // The body differs too, and the signature is stated only once.
    expect(answered.text).toContain('A line of v2.0 says: “if force:”');
    expect(answered.text).toContain('A line of v2.0 says: “socket.close()”');
    expect(answered.text).not.toContain('A line of v2.0 says: “def release');
    expect([...answered.commits.values()].map(({ subject }) => subject)).toEqual(['Close a socket by force']);
    const { version } = readQuestion(answered);
    expect(version).toMatchObject({ ref: 'v2.0', since: { ref: 'v1.0', commit: first.commit } });
    const card = answered.events.find((event) => event.type === 'card');
    expect(card).toMatchObject({
      card: {
        type: 'table',
        rows: [{ cells: ['signature', 'Pool.release', 'src/pool.py:4-5', 'src/pool.py:4-7'] }],
      },
    });
  });

  it('is answered with only the commits that changed the cited lines, if line origins are known', async () => {
    await uploadHistory();
    const { historyStore } = bench.services;
    const newer = toHistoryKey(await resolve('v2.0'));
    const elsewhere = createCommit('c', 1_660_000_000, {
      parents: ['b'],
      message: 'Count connections',
      files: ['src/pool.py'],
    });
    await historyStore.saveCommits(newer, [elsewhere]);
    await historyStore.saveOrigins(newer, [
      {
        path: 'src/pool.py',
        hash: await sha256(new TextEncoder().encode(newPool)),
        nodes: ['a', 'b', 'c'].map((id) => ({
          commit: createCommitId(id),
          step: 'added',
          path: 'src/pool.py',
          before: undefined,
        })),
        runs: [
          { lines: 3, node: 0, line: 1 },
          { lines: 3, node: 1, line: 4 },
          { lines: 2, node: 0, line: 7 },
          { lines: 2, node: 2, line: 9 },
        ],
      },
    ]);
    await historyStore.end(newer, { tip: createCommitId('c'), since: undefined, notes: [] });
    const answered = await ask('How did `Pool.release` change since v1.0?');
    expect([...answered.commits.values()].map(({ subject }) => subject)).toEqual(['Close a socket by force']);
  });

  it('is answered with the path whose commits are counted', async () => {
    await uploadHistory();
    expect((await ask('How did `Pool.release` change since v1.0?')).text).toContain(
      '1 commit between touches `src/pool.py`',
    );
    expect((await ask('How did `src/pool.py` change since v1.0?')).text).toContain(
      '1 commit between touches `src/pool.py`',
    );
    expect((await ask('What changed between v1.0 and v2.0?')).text).toContain('1 commit lies between');
  });

  it('is answered with the numbers of changed definitions, or with the current state if nothing differs', async () => {
    const answered = await ask('What changed between v1.0 and v2.0?');
    expect(answered.text).toContain('1 added, 1 removed, 1 changed');
    const same = await ask('How did the `README.md` change since v1.0?');
    expect(readQuestion(same).notes).toContainEqual(
      expect.stringContaining('No difference was found between v1.0 and v2.0'),
    );
  });
});

it('compares two versions by files, definitions and commits', async () => {
  await uploadHistory();
  const found = await compareVersions(bench.services, viewer, { id, from: 'v1.0', to: undefined });
  expect(found.files).toEqual([
    { change: 'renamed', path: 'docs/a.txt', oldPath: 'a.txt' },
    { change: 'changed', path: 'src/pool.py', oldPath: undefined },
  ]);
  expect(found.same).toBe(1);
  expect(found.definitions.map(({ name, change }) => [name, change])).toEqual([
    ['Pool.release', 'signature'],
    ['Pool.drain', 'removed'],
    ['Pool.count', 'added'],
  ]);
  expect(found.commits.map(({ subject }) => subject)).toEqual(['Close a socket by force']);
  const request = { id, from: 'v1.0', to: 'v2.0' };
  expect((await compareVersions(bench.services, viewer, { ...request, path: 'docs' })).definitions).toEqual(
    [],
  );
  const ofSymbol = await compareVersions(bench.services, viewer, { ...request, symbol: 'Pool.count' });
  expect(ofSymbol.definitions).toMatchObject([
    { change: 'added', before: undefined, after: { startLine: 9 } },
  ]);
  await expect(compareVersions(bench.services, viewer, { id, from: 'v9', to: 'v2.0' })).rejects.toMatchObject(
    {
      code: 'version_not_found',
    },
  );
});

const readNotes = async () =>
  (await compareVersions(bench.services, viewer, { id, from: 'v1.0', to: 'v2.0' })).notes;

it('reports which of the compared histories is incomplete', async () => {
  await uploadHistory(false);
  expect(await readNotes()).toEqual([
    expect.stringContaining('v2.0: Commits before 2020-09-13 are not included'),
    'v1.0: Its history is still being imported: more commits may follow.',
  ]);
  await uploadHistory();
  expect(await readNotes()).toEqual([]);
});
