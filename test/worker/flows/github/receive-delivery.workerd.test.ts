/** Handles deliveries of GitHub's webhook: waiting pushes, interruptions, and events of repositories. */
import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import { actFor, openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { addFromSource } from '../../../../worker/flows/repositories/add-from-source.ts';
import { withAccessChecks } from '../../../../worker/flows/github/check-access.ts';
import { receiveDelivery } from '../../../../worker/flows/github/receive-delivery.ts';
import { resolveSnapshot } from '../../../../worker/flows/versions/resolve-snapshot.ts';
import { startWaitingPushes } from '../../../../worker/flows/github/start-waiting-pushes.ts';
import {
  fakeCommitId,
  createMemoryCodeHost,
  type MemoryCodeHost,
} from '../../../support/fakes/memory-code-host.ts';
import { runToEnd } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const compare = () =>
  Promise.resolve({ files: [{ path: 'src/lamp.py', status: 'changed' as const }], isWhole: true });
let host: MemoryCodeHost;
let bench: Workbench;
let id: string;
let count: number;

beforeEach(async () => {
  count = 0;
  host = createMemoryCodeHost({
    'src/lamp.py': 'LAMP = 1\n',
    'a.py': 'A = 1\n',
    'b.py': 'B = 1\n',
    'c.py': 'C = 1\n',
  });
  const { hosting } = host;
  bench = await openWorkbench((services) => ({
    hosting: { ...hosting, codeHost: { ...hosting.codeHost, compare } },
    catalog: withAccessChecks(services.catalog, hosting, services.clock),
  }));
  id = await add();
});

async function add(subdirectory?: string): Promise<string> {
  const added = await addFromSource(bench.services, viewer, {
    source: 'acme/quay',
    ref: undefined,
    subdirectory,
    history: 'none',
  });
  await runToEnd(bench);
  return added.id;
}

const hostRepository = { id: 7, name: 'quay', owner: { login: 'acme' }, default_branch: 'main' };

function deliver(event: string, payload: Record<string, unknown>, delivery = `delivery ${(count += 1)}`) {
  const complete = { repository: hostRepository, ...payload };
  return receiveDelivery(bench.services, { id: delivery, event, payload: complete });
}

function push(number: number, delivery?: string) {
  host.commit = fakeCommitId(number);
  return deliver('push', { ref: 'refs/heads/main', after: fakeCommitId(number) }, delivery);
}

const readRepository = async (repositoryId = id) =>
  bench.services.catalog.getRepository(viewer, repositoryId);
const indexedCommit = async () =>
  (await resolveSnapshot(bench.services, viewer, { id, version: undefined })).snapshot.commit;
const isReadable = async (): Promise<boolean> =>
  resolveSnapshot(bench.services, viewer, { id, version: undefined }).then(
    () => true,
    () => false,
  );

describe('a waiting push', () => {
  it('starts after the running job has ended, for the newest commit', async () => {
    expect(await push(2)).toEqual({ refreshed: [id], waiting: [] });
    expect(await push(3)).toEqual({ refreshed: [], waiting: [id] });
    expect(await push(4)).toEqual({ refreshed: [], waiting: [id] });
    expect(await startWaitingPushes(bench.services)).toEqual([]);
    await runToEnd(bench);
    expect(await startWaitingPushes(bench.services)).toEqual([id]);
    await runToEnd(bench);
    expect(await indexedCommit()).toBe(fakeCommitId(4));
    expect((await readRepository())?.waitingPush).toBeUndefined();
  });

  it('is started by another worker if the first was interrupted', async () => {
    const { catalog, clock } = bench.services;
    await catalog.setWaitingPush(id, fakeCommitId(2));
    host.commit = fakeCommitId(2);
    expect(await catalog.claimWaitingPush(id, clock.now() - 60_000)).toBe(fakeCommitId(2));
    expect(await startWaitingPushes(bench.services)).toEqual([]);
    bench.clock.advance(61_000);
    expect(await startWaitingPushes(bench.services)).toEqual([id]);
    await runToEnd(bench);
    expect(await indexedCommit()).toBe(fakeCommitId(2));
  });

  it('keeps waiting while the host does not respond, and ends if the repository no longer exists', async () => {
    host.failureFor = () => new AppError('host_unavailable', 'silent');
    expect(await push(2)).toEqual({ refreshed: [], waiting: [id] });
    bench.clock.advance(61_000);
    host.failureFor = () => new AppError('source_not_found', 'gone');
    expect(await startWaitingPushes(bench.services)).toEqual([]);
    expect((await readRepository())?.waitingPush).toBeUndefined();
  });
});

describe('a push while the host limits calls', () => {
  it('waits until the time that the host states', async () => {
    const retryAt = bench.clock.now() + 3_600_000;
    host.failureFor = () => new AppError('host_limited', 'Later.', { details: { retryAt } });
    const before = host.calls.length;
    expect(await push(2)).toEqual({ refreshed: [], waiting: [id] });
    bench.clock.advance(59 * 60_000);
    expect(await push(3)).toEqual({ refreshed: [], waiting: [id] });
    expect(host.calls.slice(before)).toEqual(['describe']);
    host.failureFor = () => undefined;
    bench.clock.advance(60_000);
    expect(await startWaitingPushes(bench.services)).toEqual([id]);
    await runToEnd(bench);
    expect(await indexedCommit()).toBe(fakeCommitId(3));
  });
});

describe('a delivery', () => {
  it('is ignored if it is repeated, unless the first was interrupted', async () => {
    const { catalog } = bench.services;
    const interrupted = {
      ...bench.services,
      catalog: { ...catalog, setWaitingPush: () => Promise.reject(new Error('cut off')) },
    };
    const sent = {
      id: 'one',
      event: 'push',
      payload: { repository: hostRepository, ref: 'refs/heads/main', after: fakeCommitId(2) },
    };
    host.commit = fakeCommitId(2);
    await expect(receiveDelivery(interrupted, sent)).rejects.toThrow('cut off');
    expect(await receiveDelivery(bench.services, sent)).toEqual({ refreshed: [id], waiting: [] });
    expect(await receiveDelivery(bench.services, sent)).toEqual({ ignored: 'delivered before' });
    bench.clock.advance(8 * 24 * 3_600_000);
    await deliver('ping', {});
    expect(await catalog.wasDelivered('one')).toBe(false);
  });

  it.each([
    ['payload is not an object', null],
    ['id is not a number', { repository: { ...hostRepository, id: 'seven' } }],
    ['owner is missing', { repository: { ...hostRepository, owner: null } }],
  ])('is rejected if its %s', async (_condition, payload) => {
    const sent = { id: 'odd', event: 'push', payload };
    await expect(receiveDelivery(bench.services, sent)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('a repository event', () => {
  it.each(['renamed', 'transferred'])(
    '`%s` retains the identity of the repository and its folders under the new name',
    async (action) => {
      const folderId = await add('src');
      const renamedRepository = { ...hostRepository, name: 'harbour', owner: { login: 'port' } };
      const outcome = await deliver('repository', { action, repository: renamedRepository });
      expect(outcome.updated?.toSorted()).toEqual([id, folderId].toSorted());
      expect((await readRepository())?.name).toBe('port/harbour');
      expect(await readRepository(folderId)).toMatchObject({
        name: 'port/harbour/src',
        source: { owner: 'port', name: 'harbour', hostId: '7' },
      });
    },
  );

  it('`renamed` does not change the name of a repository that has its own name', async () => {
    const { catalog } = bench.services;
    const source = { kind: 'github', owner: 'a', name: 'b', hostId: '7' } as const;
    await catalog.renameHosted(id, 'acme/quay', source);
    await deliver('repository', { action: 'renamed', repository: { ...hostRepository, name: 'c' } });
    expect(await readRepository()).toMatchObject({ name: 'acme/quay', source: { name: 'c' } });
  });

  it('`deleted` makes the repository unreadable after the host confirms it', async () => {
    host.failureFor = () => new AppError('source_not_found', 'gone');
    expect(await deliver('repository', { action: 'deleted' })).toEqual({ updated: [id] });
    expect(await isReadable()).toBe(false);
    expect((await readRepository())?.access?.lostAt).toBeDefined();
  });

  it('`privatized` lets only the owner read the repository until it is public again', async () => {
    const { catalog } = bench.services;
    await catalog.publishRepository(id);
    const stranger = actFor({ id: 'stranger' });
    expect(await catalog.listRepositories(stranger)).toHaveLength(1);
    Object.assign(host, { isPrivate: true, token: 'the owner’s' });
    await deliver('repository', { action: 'privatized' });
    expect(await catalog.listRepositories(stranger)).toEqual([]);
    expect(await isReadable()).toBe(true);
    Object.assign(host, { token: undefined });
    bench.clock.advance(16 * 60_000);
    expect(await isReadable()).toBe(false);
    host.isPrivate = false;
    await deliver('repository', { action: 'publicized' });
    expect(await isReadable()).toBe(true);
  });

  it('`publicized` is checked with the host, because anyone with the secret can claim it', async () => {
    Object.assign(host, { isPrivate: true, token: 'the owner’s' });
    await deliver('repository', { action: 'privatized' });
    expect(await isReadable()).toBe(true);
    await deliver('repository', { action: 'publicized' });
    expect((await readRepository())?.access).toBeDefined();
    host.token = undefined;
    bench.clock.advance(16 * 60_000);
    expect(await isReadable()).toBe(false);
  });

  it('`edited` indexes a new default branch with the same depth of history', async () => {
    host.defaultBranch = 'trunk';
    const edited = { action: 'edited', changes: { default_branch: { from: 'main' } } };
    const outcome = await deliver('repository', {
      ...edited,
      repository: { ...hostRepository, default_branch: 'trunk' },
    });
    expect(outcome).toEqual({ refreshed: [id], waiting: [] });
    await runToEnd(bench);
    const { snapshot } = await resolveSnapshot(bench.services, viewer, { id, version: undefined });
    expect(snapshot).toMatchObject({ ref: 'trunk', history: 'none' });
    expect((await readRepository())?.waitingPush).toBeUndefined();
  });

  it('with any other action changes nothing', async () => {
    const { ignored } = await deliver('repository', { action: 'edited' });
    expect(ignored).toContain('changes nothing here');
  });
});
