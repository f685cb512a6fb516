/**
 * Only its owner can see a private repository. Reads, live questions, previews, pushes, the deployment's token and history reveal nothing.
 */
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import { actFor, openModeViewer as owner, type Viewer } from '../../../../worker/core/viewer.ts';
import { addFromSource } from '../../../../worker/flows/repositories/add-from-source.ts';
import { withAccessChecks } from '../../../../worker/flows/github/check-access.ts';
import { historyAccess } from '../../../../worker/flows/github/host-access.ts';
import { refreshPopular } from '../../../../worker/flows/repositories/refresh-popular.ts';
import { resolveLiveSource } from '../../../../worker/flows/live/resolve-live-source.ts';
import { runLiveLook } from '../../../../worker/flows/live/run-live-look.ts';
import { previewSource } from '../../../../worker/flows/repositories/preview-source.ts';
import { receiveDelivery } from '../../../../worker/flows/github/receive-delivery.ts';
import { refreshRepository } from '../../../../worker/flows/repositories/refresh-repository.ts';
import { removeRepository } from '../../../../worker/flows/repositories/remove-repository.ts';
import { resolveSnapshot } from '../../../../worker/flows/versions/resolve-snapshot.ts';
import { retryRepository } from '../../../../worker/flows/repositories/retry-repository.ts';
import { runHostHistory } from '../../../../worker/flows/host-history/run-host-history.ts';
import { noFilters } from '../../../../worker/flows/search/search-filters.ts';
import { searchSnapshot } from '../../../../worker/flows/search/search-snapshot.ts';
import { viewRepositories, viewRepository } from '../../../../worker/flows/repositories/view-repository.ts';
import type { HistorySource } from '../../../../worker/ports/history-source.ts';
import { createCommitChain } from '../../../support/samples/commits.ts';
import { createMemoryHistorySource } from '../../../support/fakes/memory-history-source.ts';
import {
  fakeCommitId,
  createMemoryCodeHost,
  type MemoryCodeHost,
} from '../../../support/fakes/memory-code-host.ts';
import { runToEnd } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const stranger = actFor({ id: 'stranger' });
const quay = { source: 'acme/quay', ref: undefined, subdirectory: undefined, history: undefined } as const;
const notFound = { code: 'repository_not_found' };
const refs = () => Promise.resolve({ branches: ['main'], tags: [] });
const compare = () => Promise.resolve({ files: [], isWhole: true });
let host: MemoryCodeHost;
let bench: Workbench;

beforeEach(async () => {
  host = createMemoryCodeHost({ 'src/lamp.py': 'def light_lamp():\n    return "lit"\n' });
  Object.assign(host, { isPrivate: true, token: 'the owner’s', deploymentToken: 'the deployment’s' });
  const { hosting } = host;
  bench = await openWorkbench((services) => ({
    settings: { ...services.settings, popular: ['Acme/Quay'] },
    hosting: {
      ...hosting,
      deploymentToken: 'the deployment’s',
      codeHost: { ...hosting.codeHost, refs, compare },
    },
    catalog: withAccessChecks(services.catalog, hosting, services.clock),
  }));
});

async function add(viewer = owner): Promise<string> {
  const { id } = await addFromSource(bench.services, viewer, quay);
  await runToEnd(bench);
  return id;
}

const listNames = async (viewer: Viewer): Promise<string[]> =>
  (await viewRepositories(bench.services, await bench.services.catalog.listRepositories(viewer))).map(
    ({ repository }) => repository.name,
  );

describe('a private repository', () => {
  it('can be read, searched, refreshed, retried and removed only by its owner', async () => {
    const id = await add();
    const { services } = bench;
    expect(await listNames(owner)).toEqual(['acme/quay']);
    expect(await listNames(stranger)).toEqual([]);
    const query = {
      id,
      version: undefined,
      query: 'light_lamp',
      topK: 5,
      filters: noFilters,
      expandGraph: false,
      ranking: {},
      modalityQuery: undefined,
    };
    expect((await searchSnapshot(services, owner, query)).spans).toHaveLength(1);
    const attempts = [
      () => viewRepository(services, stranger, id),
      () => resolveSnapshot(services, stranger, { id, version: undefined }),
      () => resolveSnapshot(services, stranger, { id, version: fakeCommitId(1) }),
      () => searchSnapshot(services, stranger, query),
      () => refreshRepository(services, stranger, { id, version: undefined }),
      () => retryRepository(services, stranger, id),
      () => removeRepository(services, stranger, id),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(notFound);
  });

  it('is not found for another user who pastes its name, even if the deployment’s token can read it', async () => {
    await add();
    const { services } = bench;
    const attempts = [
      () => previewSource(services, stranger, 'acme/quay'),
      () => addFromSource(services, stranger, quay),
      () => resolveLiveSource(services, stranger, quay),
    ];
    for (const attempt of attempts)
      await expect(attempt()).rejects.toMatchObject({ code: 'source_not_found' });
    expect(await previewSource(services, owner, 'acme/quay')).toMatchObject({ name: 'acme/quay' });
  });

  it('stays readable while the host does not respond or limits calls, and is not checked before the host allows it', async () => {
    const id = await add();
    const countChecks = async (): Promise<number> => {
      const before = host.calls.length;
      for (let read = 0; read < 3; read += 1)
        await resolveSnapshot(bench.services, owner, { id, version: undefined });
      return host.calls.length - before;
    };
    bench.clock.advance(16 * 60_000);
    const retryAt = bench.clock.now() + 3_600_000;
    host.failureFor = () => new AppError('host_limited', 'Later.', { details: { retryAt } });
    expect(await countChecks()).toBe(1);
    bench.clock.advance(59 * 60_000);
    expect(await countChecks()).toBe(0);
    host.failureFor = () => new AppError('host_unavailable', 'Silent.');
    bench.clock.advance(60_000);
    expect(await countChecks()).toBe(1);
    bench.clock.advance(59_000);
    expect(await countChecks()).toBe(0);
    bench.clock.advance(1_000);
    expect(await countChecks()).toBe(1);
    host.failureFor = () => new AppError('source_not_found', 'Gone.');
    bench.clock.advance(60_000);
    await expect(countChecks()).rejects.toMatchObject(notFound);
  });

  it('of a live question belongs to its user, and is hidden when the token is removed', async () => {
    const { services } = bench;
    const progress = runLiveLook(services, owner, await resolveLiveSource(services, owner, quay), {
      question: 'Where is `light_lamp` defined?',
      earlier: [],
    });
    let next = await progress.next();
    while (next.done !== true) next = await progress.next();
    const { id } = next.value.resolved.repository;
    await expect(resolveSnapshot(services, stranger, { id, version: undefined })).rejects.toMatchObject(
      notFound,
    );
    host.token = undefined;
    bench.clock.advance(16 * 60_000);
    await expect(resolveSnapshot(services, owner, { id, version: undefined })).rejects.toMatchObject(
      notFound,
    );
  });

  it('is refreshed by a push only for its owner', async () => {
    const id = await add();
    host.commit = fakeCommitId(2);
    const payload = {
      repository: { id: 7, name: 'quay', owner: { login: 'acme' }, default_branch: 'main' },
      ref: 'refs/heads/main',
      after: fakeCommitId(2),
    };
    const outcome = await receiveDelivery(bench.services, { id: 'one', event: 'push', payload });
    expect(outcome).toEqual({ refreshed: [id], waiting: [] });
    await runToEnd(bench);
    expect(await listNames(stranger)).toEqual([]);
  });

  it('is not made public by a setting that names it', async () => {
    await add();
    await refreshPopular(bench.services);
    expect(await listNames(stranger)).toEqual([]);
  });
});

describe('a repository that becomes private', () => {
  it('is hidden from other users after its owner’s token shows that it is private, and so are later snapshots', async () => {
    host.isPrivate = false;
    await refreshPopular(bench.services);
    await runToEnd(bench);
    const [added] = await viewRepositories(
      bench.services,
      await bench.services.catalog.listRepositories(stranger),
    );
    expect(added?.popular).toBe(true);
    const id = added?.repository.id ?? '';
    host.isPrivate = true;
    host.commit = fakeCommitId(2);
    await refreshRepository(bench.services, owner, { id, version: undefined });
    await runToEnd(bench);
    expect(await listNames(stranger)).toEqual([]);
    await expect(resolveSnapshot(bench.services, stranger, { id, version: undefined })).rejects.toMatchObject(
      notFound,
    );
    expect((await viewRepository(bench.services, owner, id)).snapshot.commit).toBe(fakeCommitId(2));
  });

  it('is recorded even if nothing else has changed', async () => {
    host.isPrivate = false;
    const id = await add();
    host.isPrivate = true;
    const refreshed = await refreshRepository(bench.services, owner, { id, version: undefined });
    // The deployment's repository was shared with everyone: its content moves to a scope of its own.
    expect(refreshed).not.toHaveProperty('unchanged');
    await runToEnd(bench);
    host.token = undefined;
    bench.clock.advance(16 * 60_000);
    await expect(resolveSnapshot(bench.services, owner, { id, version: undefined })).rejects.toMatchObject(
      notFound,
    );
  });

  it('no longer has its history read with the deployment’s token', async () => {
    host.isPrivate = false;
    const id = await add(stranger);
    expect(await historyAccess(bench.services, id, stranger)).toEqual({ token: 'the deployment’s' });
    host.isPrivate = true;
    expect(await historyAccess(bench.services, id, stranger)).toEqual({ token: undefined });
  });
});

describe('fetching history', () => {
  it('checks the repository once per run, and stops using the deployment’s token after it becomes private', async () => {
    host.isPrivate = false;
    await addFromSource(bench.services, stranger, { ...quay, history: 'full' });
    await runToEnd(bench);
    const [job] = bench.wokenHistoryJobs;
    if (job === undefined) throw new Error('No history job was started.');
    const commits = createCommitChain(9).map((commit) => ({ ...commit, pullRequests: [] }));
    const source = createMemoryHistorySource({ commits, perPage: 2 });
    const tokens: (string | undefined)[] = [];
    let [pageMs, calls] = [0, host.calls.length];
    const page: HistorySource['commits'] = (place, at, access) => {
      tokens.push(access.token);
      bench.clock.advance(pageMs);
      return source.commits(place, at, access);
    };
    const services = { ...bench.services, historySource: { ...source, commits: page } };
    const countDescribeCalls = () => host.calls.slice(calls).filter((call) => call === 'describe').length;
    pageMs = 8_000;
    await runHostHistory(services, job);
    expect([tokens.length, countDescribeCalls()]).toEqual([3, 1]);
    calls = host.calls.length;
    host.isPrivate = true;
    await runHostHistory(services, job);
    expect(tokens.slice(3)).toEqual([undefined, undefined]);
    expect(countDescribeCalls()).toBe(1);
  });
});

describe('a popular repository', () => {
  it('is recognized in the setting in any letter case', async () => {
    host.isPrivate = false;
    await refreshPopular(bench.services);
    await runToEnd(bench);
    const before = host.calls.length;
    await refreshPopular(bench.services);
    expect(host.calls.slice(before)).toEqual([]);
    bench.clock.advance(400 * 24 * 3_600_000);
    const popular = { names: ['Acme/Quay'], owner: owner.id };
    expect(await bench.services.catalog.listUnused(bench.clock.now(), popular)).toEqual([]);
  });
});

describe('history that must reach further back', () => {
  it('is fetched even if no file has changed, while a shorter history is not', async () => {
    host.isPrivate = false;
    const id = await add();
    const refreshAgain = (history: 'recent' | 'full' | undefined) =>
      addFromSource(bench.services, owner, { ...quay, history });
    expect(await refreshAgain(undefined)).toMatchObject({ unchanged: true });
    const further = await refreshAgain('full');
    expect(further).toMatchObject({ id, status: 'queued' });
    await runToEnd(bench);
    expect((await viewRepository(bench.services, owner, id)).snapshot).toMatchObject({
      id: further.snapshotId,
      status: 'ready',
      history: 'full',
    });
    expect(await refreshAgain('recent')).toMatchObject({ unchanged: true });
  });
});
