/** Popular repositories, and lost access, on a host whose responses the test sets. */

import { beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import { actFor, openModeViewer } from '../../../../worker/core/viewer.ts';
import { addFromSource } from '../../../../worker/flows/repositories/add-from-source.ts';
import { checkPublic } from '../../../../worker/flows/github/check-public.ts';
import { withAccessChecks } from '../../../../worker/flows/github/check-access.ts';
import { refreshPopular } from '../../../../worker/flows/repositories/refresh-popular.ts';
import { viewRepository } from '../../../../worker/flows/repositories/view-repository.ts';
import type { HostedRepository } from '../../../../worker/ports/code-host.ts';
import { noHosting } from '../../../support/fakes/no-hosting.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const day = 24 * 3_600_000;
const hostedRepository: HostedRepository = {
  id: '7',
  owner: 'acme',
  name: 'quay',
  isPrivate: false,
  isArchived: false,
  defaultBranch: 'main',
  description: '',
  kilobytes: 1,
  url: 'https://github.com/acme/quay',
};

let bench: Workbench;
let described: HostedRepository | AppError;
let describeCalls: number;
let commit: string;
let checks: number;
let refs: (string | undefined)[];

beforeEach(async () => {
  [described, commit, checks, refs] = [hostedRepository, 'a'.repeat(40), 0, []];
  describeCalls = 0;
  bench = await openWorkbench((services) => ({
    settings: { ...services.settings, popular: ['acme/quay', 'a name alone'] },
    hosting: {
      ...noHosting,
      codeHost: {
        ...noHosting.codeHost,
        describe: () => {
          describeCalls += 1;
          return described instanceof AppError ? Promise.reject(described) : Promise.resolve(described);
        },
        resolve: (_place, ref) => {
          checks += 1;
          refs.push(ref);
          return Promise.resolve({ kind: 'branch', name: ref ?? 'main', commit, etag: undefined });
        },
      },
    },
  }));
});

const findPopular = () => bench.services.catalog.findRepository(openModeViewer, 'acme/quay', 'github');

/** Expects the repository to be listed as popular, not expired, and found without a query for its name on the host. */
async function expectPopular(id: string): Promise<void> {
  const { services } = bench;
  expect((await viewRepository(services, openModeViewer, id)).popular).toBe(true);
  const popular = { names: ['Acme/Quay'], owner: openModeViewer.id };
  expect(await services.catalog.listUnused(bench.clock.now() + day, popular)).toEqual([]);
  const before = describeCalls;
  await refreshPopular(services);
  expect(describeCalls).toBe(before);
}

describe('a popular repository', () => {
  it('is added once, as public', async () => {
    await refreshPopular(bench.services);
    await refreshPopular(bench.services);
    expect(await findPopular()).toMatchObject({ visibility: 'public', owner: openModeViewer.id });
    expect(await bench.services.catalog.listRepositories(actFor({ id: 'stranger' }))).toHaveLength(1);
    expect(bench.wokenParts).toHaveLength(1);
  });

  it('is checked once a week, and refreshed if it has changed', async () => {
    await refreshPopular(bench.services);
    await bench.services.catalog.recordRefresh((await findPopular())?.id ?? '');
    const before = checks;
    bench.clock.advance(6 * day);
    await refreshPopular(bench.services);
    expect(checks).toBe(before);
    bench.clock.advance(2 * day);
    commit = 'b'.repeat(40);
    await refreshPopular(bench.services);
    expect(checks).toBe(before + 1);
    expect(bench.wokenParts).toHaveLength(2);
  });

  it('stays the same after a rename on the host, and is not checked more often', async () => {
    await refreshPopular(bench.services);
    const id = (await findPopular())?.id ?? '';
    described = { ...hostedRepository, name: 'harbour' };
    bench.clock.advance(8 * day);
    await refreshPopular(bench.services);
    expect(await bench.services.catalog.listRepositories(openModeViewer)).toMatchObject([
      { id, name: 'acme/harbour', visibility: 'public' },
    ]);
    const before = checks;
    bench.clock.advance(day);
    await refreshPopular(bench.services);
    expect(checks).toBe(before);
    await expectPopular(id);
  });

  it('that was renamed before it was added is also found by the name in the setting', async () => {
    described = { ...hostedRepository, name: 'harbour' };
    await refreshPopular(bench.services);
    const [added] = await bench.services.catalog.listRepositories(openModeViewer);
    expect(added).toMatchObject({ name: 'acme/harbour', visibility: 'public' });
    await expectPopular(added?.id ?? '');
  });

  it('is checked by its default branch, even if other refs are added or the branch has another name', async () => {
    await refreshPopular(bench.services);
    const tag = { source: 'acme/quay', subdirectory: undefined, history: 'none' } as const;
    for (const ref of ['v1', 'v2']) {
      bench.clock.advance(4 * day);
      await addFromSource(bench.services, openModeViewer, { ...tag, ref });
    }
    refs = [];
    commit = 'b'.repeat(40);
    await refreshPopular(bench.services);
    bench.clock.advance(8 * day);
    described = { ...hostedRepository, defaultBranch: 'trunk' };
    await refreshPopular(bench.services);
    expect(refs).toEqual(['main', 'trunk']);
    const snapshots = await bench.services.catalog.listSnapshots([(await findPopular())?.id ?? '']);
    expect(snapshots.map(({ ref, history }) => [ref, history])).toEqual([
      ['trunk', 'recent'],
      ['main', 'recent'],
      ['v2', 'none'],
      ['v1', 'none'],
      ['main', 'recent'],
    ]);
  });

  it('is checked a week later if the host rejects it, and at the next run if the host fails or rejects the token', async () => {
    await refreshPopular(bench.services);
    bench.clock.advance(8 * day);
    const countChecksAfter = async (failure: AppError): Promise<number> => {
      described = failure;
      const before = describeCalls;
      for (let call = 0; call < 3; call += 1) await refreshPopular(bench.services);
      return describeCalls - before;
    };
    expect(await countChecksAfter(new AppError('host_unavailable', 'Silent.'))).toBe(3);
    expect(await countChecksAfter(new AppError('token_refused', 'Bad credentials'))).toBe(3);
    expect(await countChecksAfter(new AppError('source_not_found', 'Gone.'))).toBe(1);
    bench.clock.advance(8 * day);
    expect(await countChecksAfter(new AppError('source_forbidden', 'Blocked.'))).toBe(1);
  });

  it('is skipped with all other popular repositories if the deployment’s token is rejected', async () => {
    const services = {
      ...bench.services,
      settings: { ...bench.services.settings, popular: ['acme/quay', 'acme/harbour'] },
    };
    described = new AppError('token_refused', 'Bad credentials');
    await refreshPopular(services);
    expect(describeCalls).toBe(1);
  });

  it('that is private on the host is not made public', async () => {
    described = { ...hostedRepository, isPrivate: true };
    await refreshPopular(bench.services);
    expect(await findPopular()).toBeUndefined();
  });
});

describe('access to a private repository', () => {
  const mine = actFor({ id: 'anna' });
  const source = { kind: 'github', owner: 'acme', name: 'quay', hostId: '7' } as const;

  it('is checked at most every 15 minutes, stays valid for a day while the host does not respond, and can return', async () => {
    const { catalog, clock, hosting } = bench.services;
    const tokenStore = {
      store: () => Promise.resolve(),
      list: () => Promise.resolve([]),
      read: () => Promise.resolve('of anna'),
      remove: () => Promise.resolve(false),
    };
    const checked = withAccessChecks(catalog, { ...hosting, tokenStore }, clock);
    const { repositoryId: id } = await catalog.addSnapshot(mine, {
      repositoryId: 'r',
      snapshotId: 's',
      jobId: 'j',
      name: 'acme/quay',
      ref: 'main',
      commit,
      subdirectory: undefined,
      shard: 0,
      hosted: { source, history: 'none', etag: undefined, visibility: 'private', isPrivate: true },
    });
    const isReadable = async (): Promise<boolean> => (await checked.readRepository(mine, id)) !== undefined;
    described = new AppError('source_not_found', 'gone');
    expect(await isReadable()).toBe(true);
    bench.clock.advance(16 * 60_000);
    expect(await isReadable()).toBe(false);
    described = { ...hostedRepository, isPrivate: true };
    bench.clock.advance(16 * 60_000);
    expect(await isReadable()).toBe(true);
    described = new AppError('host_unavailable', 'silent');
    bench.clock.advance(23 * 3_600_000);
    expect(await isReadable()).toBe(true);
    bench.clock.advance(2 * 3_600_000);
    expect(await isReadable()).toBe(false);
  });
});

describe('a public repository that others read', () => {
  const stranger = actFor({ id: 'ben' });

  async function addPublic(): Promise<{
    id: string;
    isReadable(): Promise<boolean>;
    lists(): Promise<boolean>;
  }> {
    const { catalog, hosting, clock } = bench.services;
    const { repositoryId: id } = await catalog.addSnapshot(actFor({ id: 'anna' }), {
      repositoryId: 'r',
      snapshotId: 's',
      jobId: 'j',
      name: 'acme/quay',
      ref: 'main',
      commit,
      subdirectory: undefined,
      shard: 0,
      hosted: {
        source: { kind: 'github', owner: 'acme', name: 'quay', hostId: '7' },
        history: 'none',
        etag: undefined,
        visibility: 'public',
        isPrivate: false,
      },
    });
    const checked = withAccessChecks(catalog, hosting, clock);
    return {
      id,
      isReadable: async () => (await checked.readRepository(stranger, id)) !== undefined,
      lists: async () => (await checked.listRepositories(stranger)).some((listed) => listed.id === id),
    };
  }

  it.each([
    ['turned private', { ...hostedRepository, isPrivate: true }],
    ['was deleted', new AppError('source_not_found', 'gone')],
    ['has given its name to another one', { ...hostedRepository, id: '8' }],
  ])('is hidden from them at most 15 minutes after it %s', async (_, now) => {
    const { isReadable, lists } = await addPublic();
    expect(await isReadable()).toBe(true);
    described = now;
    expect(await isReadable()).toBe(true);
    bench.clock.advance(15 * 60_000);
    expect(await isReadable()).toBe(false);
    expect(await lists()).toBe(false);
  });

  it('stays readable under its new name, and while the host is silent for a day', async () => {
    const { isReadable } = await addPublic();
    described = { ...hostedRepository, name: 'pier' };
    bench.clock.advance(16 * 60_000);
    expect(await isReadable()).toBe(true);
    described = new AppError('host_unavailable', 'silent');
    bench.clock.advance(23 * 3_600_000);
    expect(await isReadable()).toBe(true);
    bench.clock.advance(2 * 3_600_000);
    expect(await isReadable()).toBe(false);
  });

  it('is checked once in 15 minutes, however often it is read', async () => {
    const { isReadable } = await addPublic();
    bench.clock.advance(16 * 60_000);
    const before = describeCalls;
    await isReadable();
    await isReadable();
    expect(describeCalls).toBe(before + 1);
  });

  it('disappears from their lists although nobody opens it', async () => {
    const { lists } = await addPublic();
    described = { ...hostedRepository, isPrivate: true };
    await checkPublic(bench.services);
    expect(await lists()).toBe(true);
    bench.clock.advance(10 * 60_000);
    await checkPublic(bench.services);
    expect(await lists()).toBe(false);
  });
});
