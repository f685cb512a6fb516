/** History over HTTP: imports in any order and repeatedly, reads, and validation errors. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CommitDiffView, CommitView, Timeline } from '../../../worker/contract/history/schema.ts';
import { maxImportBytes, type HistoryStateView } from '../../../worker/contract/history/import-schema.ts';
import type { Problem } from '../../../worker/contract/problem.ts';
import type { Repository } from '../../../worker/contract/repositories/schema.ts';
import { maxFilePatchLength } from '../../../worker/core/history/commit-patch.ts';
import { sha256 } from '../../../worker/core/text/hash.ts';
import { openModeViewer } from '../../../worker/core/viewer.ts';
import { removeRepository } from '../../../worker/flows/repositories/remove-repository.ts';
import { removeVersion } from '../../../worker/flows/versions/remove-version.ts';
import { createApp } from '../../../worker/http/app.ts';
import { parseConfig } from '../../../worker/runtime/config.ts';
import { cleanUpNow, uploadAndIndex, upload } from '../../support/workbench/run-jobs.ts';
import { createCommitId } from '../../support/samples/commits.ts';
import { openWorkbench, type Workbench } from '../../support/workbench/workbench.ts';

const text = 'def run():\n    return 1\n';
const tree = { 'src/run.py': text, 'empty.py': '' };
const tip = createCommitId('c2');

let bench: Workbench;
let repository: { id: string; snapshotId: string };
const openApp = (services: Workbench['services']) =>
  createApp<object>(() => ({
    services,
    config: { ...parseConfig({}), allowedHosts: ['localhost'] },
    assets: undefined,
    adapters: {} as never,
    version: 'test',
  }));
let app: ReturnType<typeof openApp>;
beforeEach(async () => {
  bench = await openWorkbench();
  repository = await uploadAndIndex(bench, tree);
  app = openApp(bench.services);
});

const ask = async <T>(path: string, init?: RequestInit): Promise<T & { status: number }> => {
  const response = await app.fetch(
    new Request(`http://localhost/v1/repositories/${repository.id}${path}`, init),
    env,
  );
  const body = await response.json<T>();
  return { ...body, status: response.status };
};
const send = <T = HistoryStateView & Problem>(call: string, body: unknown, version = repository.snapshotId) =>
  ask<T>(`/history/${call}?version=${version}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const searchHistory = (term: string) =>
  bench.services.historyStore.search(
    { shard: 0, snapshot: 1, generation: 1, repository: repository.id },
    [term],
    5,
  );
const commits = [
  {
    id: tip,
    parents: [createCommitId('c1')],
    author: 'Ann',
    authoredAt: 1_700_000_000,
    committedAt: 1_700_000_100,
    message: 'Return one (#12)\n\nFixes #3, with KEYABCDEF in it.\n',
    files: [
      ['src/run.py', 2, 1, 'run.py'],
      ['logo.png', -1, -1],
    ],
    moreFiles: 1,
  },
  {
    id: createCommitId('c1'),
    // This parent is not imported.
    parents: [createCommitId('c0')],
    author: 'Ben',
    authoredAt: 1_600_000_000,
    committedAt: 1_600_000_000,
    message: 'Begin',
    files: [['run.py', 2, 0]],
  },
];
const origins = async (more: Record<string, unknown> = {}) => ({
  commits: [tip, createCommitId('c1')],
  files: [
    {
      path: 'src/run.py',
      hash: await sha256(text),
      names: ['run.py'],
      nodes: [
        [1, 0, 0, -1],
        [0, 1, -1, 0],
      ],
      runs: [
        [1, 0, 1],
        [1, 1, 2],
      ],
      ...more,
    },
  ],
});
const end = { tip, since: null, notes: [] };

describe('history', () => {
  it('is imported in any order and idempotently', async () => {
    const files = [{ path: 'src/run.py', hash: await sha256(text) }];
    const ids = commits.map(({ id }) => id);
    const findMissing = async () =>
      send<{ commits: string[]; files: string[] }>('wanted', { commits: ids, files });
    expect(await findMissing()).toMatchObject({ status: 200, commits: ids, files: ['src/run.py'] });
    for (let round = 0; round < 2; round += 1) {
      expect(await send('origins', await origins())).toMatchObject({ status: 200, commits: 2 * round });
      expect(await ask('/history/state')).toMatchObject({ origins: 1, files: 1 });
      expect(await send('commits', { commits })).toEqual({
        status: 200,
        snapshotId: repository.snapshotId,
        commits: 2,
      });
      // Their changed lines are still missing.
      expect(await findMissing()).toMatchObject({ commits: ids, files: [] });
      const state = await send('end', { ...end, since: 1_500_000_000, notes: ['a note'] });
      expect(state).toEqual({
        status: 200,
        snapshotId: repository.snapshotId,
        commits: 2,
        origins: 1,
        files: 1,
        complete: true,
        since: '2017-07-14T02:40:00.000Z',
        notes: ['a note'],
      });
      const { status, ...counts } = state;
      expect(await ask(`/history/state?version=${repository.snapshotId}`)).toEqual({ ...counts, status });
    }
    expect(await ask<Repository>('')).toMatchObject({ counts: { commits: 2 } });
  });

  it('is read as a timeline across renames, with pull requests', async () => {
    await send('commits', { commits });
    await send('end', end);
    const timeline = await ask<Timeline>('/timeline?path=src/run.py');
    expect(timeline).toEqual({
      status: 200,
      path: 'src/run.py',
      entries: [
        {
          commit: tip,
          subject: 'Return one (#12)',
          author: 'Ann',
          date: '2023-11-14T22:13:20.000Z',
          path: 'src/run.py',
          oldPath: 'run.py',
          added: 2,
          deleted: 1,
          pullRequest: 12,
          pullRequestTitle: 'Return one',
          url: `/r/${repository.id}/commits/${tip}?version=${repository.snapshotId}`,
        },
        expect.objectContaining({ commit: createCommitId('c1'), path: 'run.py', oldPath: null }),
      ],
      next: null,
      notes: ['The line history of "src/run.py" is not known.'],
    });
    const first = await ask<Timeline>('/timeline?limit=1');
    expect(first).toMatchObject({ entries: [{ commit: tip }], next: tip });
    expect(await ask<Timeline>(`/timeline?limit=1&before=${first.next}`)).toMatchObject({
      entries: [{ commit: createCommitId('c1') }],
      next: null,
    });
    expect(await ask<Problem>(`/timeline?before=${'9'.repeat(40)}`)).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
  });

  it('returns a whole commit with masked secrets', async () => {
    await send('commits', { commits });
    const commit = await ask<CommitView>(`/commits/${tip.slice(0, 8)}`);
    expect(commit).toMatchObject({
      commit: tip,
      parents: [createCommitId('c1')],
      subject: 'Return one (#12)',
      pullRequest: { number: 12, title: 'Return one' },
      issues: [3],
      moreFiles: 1,
      files: [
        { path: 'logo.png', added: -1, deleted: -1, oldPath: null },
        { path: 'src/run.py', added: 2, deleted: 1, oldPath: 'run.py' },
      ],
    });
    expect(commit.message).toContain('with ••••••••• in it');
    expect(JSON.stringify(commit)).not.toContain('KEYABC');
    expect(await searchHistory('fix')).toHaveLength(1);
    expect(await searchHistory('keyabcdef')).toEqual([]);
    expect(await ask<Problem>(`/commits/${'9'.repeat(40)}`)).toMatchObject({
      status: 404,
      code: 'commit_not_found',
    });
    expect(await ask<Problem>('/commits/HEAD~1')).toMatchObject({ status: 400 });
  });

  it('reports gaps in the line history of other files only for the whole repository', async () => {
    await send('commits', { commits });
    await send('origins', await origins());
    const note = 'One file is over 1 MB or 20,000 lines and has no line history.';
    await send('end', { ...end, notes: [note, 'This is a shallow clone.'] });
    expect((await ask<Timeline>('/timeline?path=src/run.py')).notes).toEqual(['This is a shallow clone.']);
    expect((await ask<Timeline>('/timeline')).notes).toContain(note);
  });

  describe('the changed lines of a commit', () => {
    const hunks = '@@ -1,2 +1,2 @@ def run():\n def run():\n-    return KEYABCDEF\n+    return 1';
    const [first, second] = commits;
    const withPatch = [{ ...first, patch: [{ path: 'src/run.py', hunks, isCut: true }] }, second];

    it('are returned by file and page, with masked secrets and the requested lines', async () => {
      await send('commits', { commits: withPatch });
      await send('origins', await origins());
      await send('end', end);
      const diff = await ask<CommitDiffView>(
        `/commits/${tip.slice(0, 8)}/diff?path=src/run.py&startLine=1&endLine=2`,
      );
      expect(diff).toMatchObject({
        status: 200,
        commit: tip,
        state: 'known',
        files: [
          { path: 'logo.png', added: -1, hunks: [], cut: false },
          {
            path: 'src/run.py',
            oldPath: 'run.py',
            hunks: [
              {
                oldStart: 1,
                newStart: 1,
                heading: 'def run():',
                lines: [' def run():', '-    return •••••••••', '+    return 1'],
              },
            ],
            cut: true,
          },
        ],
        requested: [{ path: 'src/run.py', startLine: 2, endLine: 2 }],
        total: 2,
        moreFiles: 1,
        next: null,
      });
      const page = await ask<CommitDiffView>(`/commits/${tip}/diff?limit=1`);
      expect(page).toMatchObject({ files: [{ path: 'logo.png' }], next: 'logo.png', requested: [] });
      expect(await ask<CommitDiffView>(`/commits/${tip}/diff?limit=1&after=logo.png`)).toMatchObject({
        files: [{ path: 'src/run.py' }],
        next: null,
      });
    });

    it('are added by a later import to commits that were imported without them', async () => {
      await send('commits', { commits });
      await send('end', end);
      const ids = commits.map(({ id }) => id);
      const diff = await ask<CommitDiffView>(`/commits/${tip}/diff`);
      expect(diff).toMatchObject({ state: 'not-imported', files: [], total: 2 });
      expect(await send('wanted', { commits: ids })).toMatchObject({ commits: ids });
      await send('commits', { commits: withPatch });
      expect(await send('wanted', { commits: ids })).toMatchObject({ commits: [second?.id] });
      expect((await ask<CommitDiffView>(`/commits/${tip}/diff`)).files).toHaveLength(2);
    });

    it('are rejected beyond the limits', async () => {
      const long = `@@ -0,0 +1,1 @@\n+${'x'.repeat(maxFilePatchLength)}`;
      const patches = [
        [{ path: 'a.py', hunks: long }],
        Array.from({ length: 6 }, (_, at) => ({
          path: `${at}.py`,
          hunks: long.slice(0, maxFilePatchLength),
        })),
      ];
      for (const patch of patches)
        expect(await send('commits', { commits: [{ ...first, patch }] })).toMatchObject({ status: 400 });
    });
  });

  it('masks secrets in paths of commits', async () => {
    const [own] = commits;
    await send('commits', { commits: [{ ...own, files: [['keys/KEYABCDEF.txt', 1, 0, 'KEYGHIJKL.txt']] }] });
    const { files } = await ask<CommitView>(`/commits/${tip.slice(0, 8)}`);
    expect(files).toMatchObject([{ path: 'keys/••••.txt', oldPath: '••••.txt' }]);
  });

  it('removes control characters, and masks secrets in author names', async () => {
    const [own] = commits;
    const hostile = {
      ...own,
      author: 'Ann\u001b[31m KEYABCDEF\u202e',
      message: 'Say\u009b2J so\r\n\r\n\tIt was KEYABCDEF\u0007 wrong\u2066.',
      files: [['src/run\u001b.py', 1, 0, 'ol\nd.py']],
    };
    await send('commits', { commits: [hostile] });
    const commit = await ask<CommitView>(`/commits/${tip}`);
    expect(commit).toMatchObject({
      author: 'Ann\ufffd[31m •••••••••\ufffd',
      subject: 'Say2J so',
      message: 'Say2J so\n\n\tIt was ••••••••• wrong.',
      files: [{ path: 'src/run\ufffd.py', oldPath: 'ol\ufffdd.py' }],
    });
  });

  it('lists its gaps in notes', async () => {
    expect(await ask<Timeline>('/timeline')).toMatchObject({
      entries: [],
      notes: [expect.stringMatching(/imported/)],
    });
    await send('commits', { commits });
    expect((await ask<Timeline>('/timeline')).notes).toEqual([expect.stringMatching(/still/)]);
    await send('end', { ...end, since: 1_600_000_000 });
    expect((await ask<Timeline>('/timeline')).notes).toContainEqual(
      expect.stringMatching(/before 2020-09-13/),
    );
  });

  it('stays complete after a later import of only one year', async () => {
    await send('commits', {
      commits: commits.map((commit) => ({ ...commit, parents: commit.id === tip ? commit.parents : [] })),
    });
    await send('end', end);
    await send('end', { ...end, since: 1_650_000_000 });
    expect(await ask('/history/state')).toMatchObject({ commits: 2, since: null });
    expect((await ask<Timeline>('/timeline')).notes).not.toContainEqual(
      expect.stringMatching(/not included/),
    );
  });

  it('is not visible in another version', async () => {
    await send('commits', { commits });
    await send('end', end);
    const second = await uploadAndIndex(bench, { ...tree, 'more.py': 'x\n' }, { ref: 'second' });
    expect(await ask(`/timeline?version=${second.snapshotId}`)).toMatchObject({ entries: [] });
    await send('commits', { commits: [] }, second.snapshotId);
    expect(await ask(`/timeline?version=${second.snapshotId}`)).toMatchObject({ entries: [] });
    // Commits that a version lists as missing belong to it from then on.
    await send('wanted', { commits: [createCommitId('c1')] }, second.snapshotId);
    expect(await ask(`/timeline?version=${second.snapshotId}`)).toMatchObject({
      entries: [{ commit: createCommitId('c1') }],
    });
    expect(await send('end', { ...end, tip: createCommitId('c1') }, second.snapshotId)).toMatchObject({
      commits: 1,
    });
    expect(await ask(`/commits/${tip}?version=${second.snapshotId}`)).toMatchObject({ status: 404 });
    expect(await ask(`/commits/${tip}?version=${repository.snapshotId}`)).toMatchObject({ status: 200 });
  });
});

it('has its routes and schemas in the OpenAPI document', async () => {
  const response = await app.fetch(new Request('http://localhost/v1/openapi.json'), env);
  const { paths } = await response.json<{ paths: Record<string, unknown> }>();
  const listed = Object.keys(paths).filter((path) => /history|timeline|commits/.test(path));
  for (const what of ['wanted', 'commits', 'origins', 'end', 'state'])
    expect(listed).toContain(`/v1/repositories/{id}/history/${what}`);
  for (const what of ['timeline', 'commits/{commit}'])
    expect(listed).toContain(`/v1/repositories/{id}/${what}`);
  expect(JSON.stringify(paths['/v1/repositories/{id}/history/origins'])).toContain('ExportedOrigins');
});

describe('validation', () => {
  it.each<[string, unknown, RegExp]>([
    ['commits', { commits: Array.from({ length: 501 }, () => commits[0]) }, /commits: .*500/],
    ['commits', { commits: [{ ...commits[0], id: 'c0ffee' }] }, /whole commit id/],
    ['commits', { commits: [{ ...commits[0], message: 'x'.repeat(20_001) }] }, /20,000/],
    ['commits', { commits: [{ ...commits[0], more: 1 }] }, /more/],
    ['commits', { commits: [{ ...commits[0], authoredAt: 9_000_000_000_000 }] }, /authoredAt/],
    ['commits', { commits: [{ ...commits[0], committedAt: -1 }] }, /committedAt/],
    ['end', { ...end, since: 9_000_000_000_000 }, /since/],
    ['commits', '{"commits": [', /./],
    ['end', { ...end, tip: createCommitId('nowhere') }, /not among the uploaded commits/],
    ['wanted', { commits: Array.from({ length: 5_001 }, () => tip) }, /5,000/],
  ])('reports the invalid field of %s, case %#', async (what, body, found) => {
    const problem = await send(what, body);
    expect(problem).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(problem.detail).toMatch(found);
  });

  it('rejects bodies over the limit, and states the limit', async () => {
    const body = `{"commits": [], "x": "${'x'.repeat(maxImportBytes)}"}`;
    for (const what of ['commits', 'origins', 'wanted', 'end']) {
      const problem = await send(what, body);
      expect(problem).toMatchObject({
        status: 413,
        code: 'body_too_large',
        details: { maxBytes: maxImportBytes },
      });
    }
  });

  it('rejects origins of unknown files, other text or missing lines, and stores nothing of the call', async () => {
    const whole = await origins();
    const wrong = await Promise.all([
      origins({ path: 'none.py' }),
      origins({ hash: await sha256('else') }),
      origins({ runs: [[1, 0, 1]] }),
      origins({ nodes: [[1, 0, 0, 0]], runs: [[2, 0, 1]] }),
    ]);
    for (const [at, body] of wrong.entries()) {
      const problem = await send('origins', { ...body, files: [...whole.files, ...body.files] });
      expect(problem).toMatchObject({ status: 400, code: 'invalid_request' });
      expect(problem.detail).toContain(at === 0 ? 'none.py' : 'src/run.py');
      expect(problem.details?.['problems']).toMatchObject([{ field: 'files.1' }]);
    }
    expect(await ask('/history/state')).toMatchObject({ origins: 0 });
  });

  it('accepts origins of an empty file, which has no lines', async () => {
    const empty = { path: 'empty.py', hash: await sha256(''), names: [], nodes: [], runs: [] };
    expect(await send('origins', { commits: [], files: [empty] })).toMatchObject({ status: 200 });
    expect(await ask('/history/state')).toMatchObject({ origins: 0 });
  });

  it('rejects versions of other repositories, and viewers that do not own the repository', async () => {
    const elsewhere = await uploadAndIndex(bench, tree, { name: 'other' });
    for (const version of [elsewhere.snapshotId, 'main', 'none'])
      expect(await send('commits', { commits }, version)).toMatchObject({
        status: 404,
        code: 'version_not_found',
      });
    expect(
      await ask('/history/commits', {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json' },
      }),
    ).toMatchObject({ status: 400 });
    const { catalog } = bench.services;
    app = openApp({
      ...bench.services,
      catalog: {
        ...catalog,
        readRepository: async (...parameters) => {
          const found = await catalog.readRepository(...parameters);
          return found && { ...found, repository: { ...found.repository, owner: 'ben' } };
        },
      },
    });
    expect(await send('commits', { commits })).toMatchObject({ status: 404, code: 'repository_not_found' });
  });
});

describe('a repository', () => {
  it('accepts history while indexing runs', async () => {
    repository = await upload(bench, tree, { name: 'late' });
    expect(await send('commits', { commits })).toMatchObject({ status: 200, commits: 2 });
    expect(await send('origins', await origins())).toMatchObject({ status: 400 });
  });

  it('is removed with its history, including a running import', async () => {
    const rowsBefore = await bench.rows();
    const earlierRepository = repository;
    repository = await uploadAndIndex(bench, tree, { name: 'gone' });
    await send('commits', { commits });
    await send('origins', await origins());
    await send('end', end);
    const { historyStore } = bench.services;
    app = openApp({
      ...bench.services,
      historyStore: {
        ...historyStore,
        saveCommits: async (...saved) => {
          await removeRepository(bench.services, openModeViewer, repository.id);
          await cleanUpNow(bench.services);
          await historyStore.saveCommits(...saved);
        },
      },
    });
    expect(await send('commits', { commits })).toMatchObject({ status: 404, code: 'repository_not_found' });
    expect(await bench.rows()).toEqual(rowsBefore);
    repository = earlierRepository;
    expect(await ask('')).toMatchObject({ status: 200, counts: { commits: 0 } });
  });

  it('rejects history for a version that was removed in the meantime, and leaves no rows', async () => {
    const rowsBefore = await bench.rows();
    repository = await uploadAndIndex(bench, tree, { name: 'two' });
    const second = await uploadAndIndex(bench, { 'more.py': 'x\n' }, { name: 'two', ref: 'v1' });
    expect(second.id).toBe(repository.id);
    const { historyStore } = bench.services;
    app = openApp({
      ...bench.services,
      historyStore: {
        ...historyStore,
        saveCommits: async (...saved) => {
          await removeVersion(bench.services, openModeViewer, { id: repository.id, version: 'v1' });
          await cleanUpNow(bench.services);
          await historyStore.saveCommits(...saved);
        },
      },
    });
    expect(await send('commits', { commits }, second.snapshotId)).toMatchObject({
      status: 404,
      code: 'version_not_found',
    });
    expect(Object.keys(await bench.rows()).filter((name) => name.startsWith('history'))).toEqual([]);
    // A history that was left behind is removed with its repository.
    await historyStore.saveCommits({ shard: 0, snapshot: 99, generation: 1, repository: repository.id }, []);
    await removeRepository(bench.services, openModeViewer, repository.id);
    await cleanUpNow(bench.services);
    expect(await bench.rows()).toEqual(rowsBefore);
  });
});
