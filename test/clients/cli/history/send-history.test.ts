/** Uploads history to a server that accepts only requests that match the contract. */

import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sendHistory } from '../../../../clients/cli/history/send-history.ts';
import type { HistoryEvent, HistoryOutcome } from '../../../../clients/cli/history/send-history.ts';
import { openSource } from '../../../../clients/cli/source/open-source.ts';
import { createClient } from '../../../../worker/contract/client.ts';
import { git, removeObject } from '../../../support/files/git.ts';
import { startHistoryServer } from '../../../support/server/history-server.ts';
import type { HistoryServer, HistoryServerOptions } from '../../../support/server/history-server.ts';
import { createFolder, temporaryFolder, writeFiles } from '../../../support/files/temporary-folder.ts';

async function serve(options: HistoryServerOptions = {}): Promise<HistoryServer> {
  const server = await startHistoryServer(options);
  onTestFinished(() => server.close());
  return server;
}

interface SendOptions {
  readonly full?: boolean;
  readonly maxCommits?: { newest: number; referenced: number };
  readonly signal?: AbortSignal;
  readonly report?: (event: HistoryEvent) => void;
}

async function send(
  folder: string,
  server: { url: string },
  options: SendOptions = {},
): Promise<HistoryOutcome | undefined> {
  const source = await openSource({ path: folder, workingDirectory: '/' });
  if (source.git === undefined) return undefined;
  return sendHistory(createClient({ baseUrl: server.url }), {
    id: 'r1',
    snapshotId: 's1',
    source,
    git: source.git,
    includesAllCommits: options.full ?? false,
    ...(options.maxCommits === undefined ? {} : { maxCommits: options.maxCommits }),
    signal: options.signal ?? new AbortController().signal,
    maxUnavailableMs: 5_000,
    report: options.report ?? (() => undefined),
  });
}

function commit(
  folder: string,
  subject: string,
  { date, files = {} }: { date: string; files?: Readonly<Record<string, string>> },
): string {
  writeFiles(folder, files);
  git(folder, 'add', '--all');
  const dates = ['-c', `user.name=Ann Example`, 'commit', '--quiet', '--allow-empty', '--date', date];
  process.env['GIT_COMMITTER_DATE'] = date;
  git(folder, ...dates, '--message', subject);
  delete process.env['GIT_COMMITTER_DATE'];
  return git(folder, 'rev-parse', 'HEAD');
}

function twoLines(second: string): Record<string, string> {
  return { 'a.txt': `the first line of all\n${second}\n` };
}

/** Creates a repository with three years of commits. A line comes from one of the two old commits, none from the other. */
function threeYears(): { folder: string; ids: readonly string[] } {
  const folder = temporaryFolder();
  git(folder, 'init', '--quiet');
  const ids = [
    commit(folder, 'Oldest', { date: '2023-01-10T12:00:00Z', files: twoLines('wholly different') }),
    commit(folder, 'Forgotten', { date: '2023-02-10T12:00:00Z', files: { 'b.txt': 'forgotten\n' } }),
    commit(folder, 'Within the year', {
      date: '2025-03-10T12:00:00Z',
      files: { 'b.txt': 'another thing\n' },
    }),
    commit(folder, 'Tip', { date: '2026-02-10T12:00:00Z', files: twoLines('new words at the end') }),
  ];
  return { folder, ids };
}

describe('the uploaded history', () => {
  test('contains the commits of the year before the tip, and older commits that lines come from', async () => {
    const { folder, ids } = threeYears();
    const server = await serve();
    const outcome = await send(folder, server);
    expect([...server.commits.keys()].toSorted()).toEqual([ids[0], ids[2], ids[3]].toSorted());
    expect(server.ends).toEqual([
      { tip: ids[3], since: Date.UTC(2025, 1, 10, 12) / 1000, notes: [], tags: [] },
    ]);
    expect(outcome).toMatchObject({ commits: 3, origins: 2 });
    expect(server.origins.get('a.txt')).toMatchObject({
      names: [],
      nodes: [
        [0, 0, -1, -1],
        [1, 0, -1, -1],
      ],
      runs: [
        [1, 0, 1],
        [1, 1, 2],
      ],
    });
    expect(server.origins.get('a.txt')?.ids.slice(0, 2)).toEqual([ids[0], ids[3]]);
  });

  test('contains every commit when the full history is requested', async () => {
    const { folder, ids } = threeYears();
    const server = await serve();
    await send(folder, server, { full: true });
    expect([...server.commits.keys()].toSorted()).toEqual(ids.toSorted());
    expect(server.ends).toMatchObject([{ since: null }]);
  });

  test('contains plain and annotated tags with their commits, but no tag of a file', async () => {
    const { folder, ids } = threeYears();
    git(folder, 'tag', 'v1.0', ids[0] ?? '');
    git(folder, 'tag', '--annotate', '--message', 'Second', 'v2.0', ids[2] ?? '');
    git(folder, 'tag', 'file', `${ids[3] ?? ''}:a.txt`);
    const server = await serve();
    await send(folder, server);
    const [end] = server.ends;
    const committedAt = expect.any(Number);
    expect(end).toMatchObject({
      tags: expect.arrayContaining([
        { name: 'v1.0', commit: ids[0], committedAt },
        { name: 'v2.0', commit: ids[2], committedAt },
      ]),
    });
    expect(JSON.stringify(end)).not.toContain('"file"');
  });

  test('contains no tags when git cannot list them, so that the stored ones remain, and a note about it', async () => {
    const { folder, ids } = threeYears();
    git(folder, 'tag', 'v1.0', ids[0] ?? '');
    git(folder, 'tag', '--annotate', '--message', 'Damaged', 'v2.0', ids[2] ?? '');
    removeObject(folder, git(folder, 'rev-parse', 'refs/tags/v2.0'));
    const server = await serve();
    const outcome = await send(folder, server);
    expect(outcome?.notes).toEqual([expect.stringContaining('git could not list the tags')]);
    expect(server.ends[0]).not.toHaveProperty('tags');
  });

  test.each([
    [1, 'One file is over 1 MB or 20,000 lines and has no line history.'],
    [2, '2 files are over 1 MB or 20,000 lines and have no line history.'],
  ])('contains a note about %d files that are too large for line history', async (count, note) => {
    const folder = temporaryFolder();
    git(folder, 'init', '--quiet');
    const names = Array.from({ length: count }, (_, at) => `long-${at}.txt`);
    const files = Object.fromEntries(names.map((name) => [name, 'line\n'.repeat(20_001)]));
    commit(folder, 'Long', { date: '2026-01-01T00:00:00Z', files });
    expect((await send(folder, await serve()))?.notes).toEqual([note]);
  });

  test('contains only the newest commits up to the limit, and a note about the limit', async () => {
    const { folder, ids } = threeYears();
    const limitedServer = await serve();
    const outcome = await send(folder, limitedServer, {
      full: true,
      maxCommits: { newest: 2, referenced: 0 },
    });
    expect([...limitedServer.commits.keys()].toSorted()).toEqual(ids.slice(2).toSorted());
    expect(outcome?.notes).toEqual([expect.stringContaining('the newest 2')]);
    const fullServer = await serve();
    await send(folder, fullServer, { full: true, maxCommits: { newest: 4, referenced: 4 } });
    expect(fullServer.ends).toMatchObject([{ notes: [] }]);
  });

  test('contains only what the server does not have yet', async () => {
    const { folder } = threeYears();
    const server = await serve();
    await send(folder, server);
    const callsBefore = server.calls.length;
    await send(folder, server);
    expect(new Set(server.calls.slice(callsBefore))).toEqual(new Set(['wanted', 'end', 'state']));
    const added = commit(folder, 'One more', {
      date: '2026-02-11T12:00:00Z',
      files: { 'b.txt': 'unheard of before\n' },
    });
    const callsBetween = server.calls.length;
    await send(folder, server);
    expect(server.calls.slice(callsBetween).filter((call) => call !== 'wanted')).toEqual([
      'commits',
      'origins',
      'end',
      'state',
    ]);
    expect(server.commits.get(added)?.message).toBe('One more');
    expect(server.origins.get('b.txt')?.ids).toEqual([added]);
  });

  test('contains paths relative to the indexed folder of the repository', async () => {
    const folder = createFolder({ 'top.txt': 'top\n', 'packages/core/a.txt': 'the line that moves along\n' });
    git(folder, 'init', '--quiet');
    commit(folder, 'First', { date: '2026-01-01T00:00:00Z' });
    git(folder, 'mv', 'packages/core/a.txt', 'packages/core/b.txt');
    const second = commit(folder, 'Second', {
      date: '2026-01-02T00:00:00Z',
      files: { 'top.txt': 'changed\n' },
    });
    const server = await serve();
    await send(join(folder, 'packages/core'), server);
    expect([...server.origins.keys()]).toEqual(['b.txt']);
    expect(server.origins.get('b.txt')).toMatchObject({ names: ['a.txt'], nodes: [[0, 0, 0, -1]] });
    expect(server.commits.get(second)).toMatchObject({ files: [['b.txt', 0, 0, 'a.txt']], moreFiles: 1 });
  });

  test.each([
    ['@9000000000000 +0000', 253_370_764_799],
    ['@1000 +0000', 0],
  ])('contains a tip with the extreme date %s', async (date, since) => {
    const folder = temporaryFolder();
    git(folder, 'init', '--quiet');
    const id = commit(folder, 'Odd', { date, files: twoLines('more') });
    const server = await serve();
    await send(folder, server);
    expect([...server.commits.keys()]).toEqual([id]);
    expect(server.ends).toMatchObject([{ tip: id, since }]);
  });

  test('contains no line history of files that are not indexed', async () => {
    const { folder } = threeYears();
    const server = await serve({ requestsOrigins: (path) => path === 'b.txt' });
    await send(folder, server);
    expect([...server.origins.keys()]).toEqual(['b.txt']);
  });

  test('contains a note about a shallow clone, and does not attribute all lines to its first commit', async () => {
    const { folder, ids } = threeYears();
    const shallow = join(temporaryFolder(), 'shallow');
    git(folder, 'clone', '--quiet', '--depth', '1', `file://${folder}`, shallow);
    const server = await serve();
    const outcome = await send(shallow, server);
    expect(outcome?.notes.join()).toContain('shallow clone');
    expect(server.commits.get(ids[3] ?? '')?.files).toEqual([]);
    expect(server.origins.get('a.txt')).toMatchObject({ ids: [null], runs: [[2, 0, 1]] });
  });

  test('contains a note about a partial clone, and fetches no missing object', async () => {
    const { folder } = threeYears();
    git(folder, 'config', 'uploadpack.allowFilter', 'true');
    const partial = join(temporaryFolder(), 'partial');
    git(folder, 'clone', '--quiet', '--filter=blob:none', `file://${folder}`, partial);
    const missing = (): string => git(partial, 'rev-list', '--objects', '--all', '--missing=print');
    const before = missing();
    const server = await serve();
    const outcome = await send(partial, server, { full: true });
    expect(outcome?.notes.join()).toContain('partial clone');
    expect(server.commits.size).toBe(4);
    expect(server.origins.get('a.txt')?.ids).toEqual([null]);
    expect(before).toContain('?');
    expect(missing()).toBe(before);
  });

  test('is undefined for a folder without a repository or without a commit', async () => {
    const empty = createFolder({ 'a.txt': 'a\n' });
    expect(await send(empty, { url: '' })).toBeUndefined();
    git(empty, 'init', '--quiet');
    expect(await send(empty, { url: '' })).toBeUndefined();
  });
});

/** Creates a repository of `count` commits, each with a message of 15 kB. */
function manyCommits(count: number): string {
  const folder = temporaryFolder();
  git(folder, 'init', '--quiet');
  writeFiles(folder, { 'a.txt': 'a\n' });
  commit(folder, 'First', { date: '2026-01-01T00:00:00Z' });
  const tree = git(folder, 'rev-parse', 'HEAD^{tree}');
  let parent = git(folder, 'rev-parse', 'HEAD');
  for (let at = 1; at < count; at++)
    parent = git(folder, 'commit-tree', tree, '-p', parent, '-m', `Commit ${at} ${'long '.repeat(3_000)}`);
  git(folder, 'reset', '--quiet', '--soft', parent);
  return folder;
}

describe('an upload', () => {
  test('is split into requests of about a megabyte', async () => {
    const folder = manyCommits(150);
    const server = await serve();
    await send(folder, server);
    expect(server.commits.size).toBe(150);
    expect(server.calls.filter((call) => call === 'commits').length).toBeGreaterThan(2);
    expect(server.maxBytes).toBeLessThan(1_100_000);
  });

  test('retries requests that the server drops, until it is complete', async () => {
    const { folder } = threeYears();
    const dropped = new Set<string>();
    const server = await serve({
      closesConnection: (_, call) => !dropped.has(call) && dropped.add(call).has(call),
    });
    const outages: string[] = [];
    const outcome = await send(folder, server, {
      report: (event) => {
        if (event.kind === 'unavailable') outages.push(event.reason);
      },
    });
    expect(outcome).toMatchObject({ commits: 3, origins: 2 });
    expect(outages).toHaveLength(5);
  });

  test('resumes where it was interrupted', async () => {
    const folder = manyCommits(150);
    const interruption = new AbortController();
    const server = await serve();
    const stopped = send(folder, server, {
      signal: interruption.signal,
      report: (event) => {
        if (event.kind === 'commits' && event.done > 0) interruption.abort();
      },
    });
    await expect(stopped).rejects.toThrow('abort');
    const before = server.commits.size;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(150);
    let sent = 0;
    await send(folder, server, {
      report: (event) => {
        if (event.kind === 'commits') sent = Math.max(sent, event.done);
      },
    });
    expect(sent).toBe(150);
    expect(server.commits.size).toBe(150);
    expect(server.origins.size).toBe(1);
  });
});
