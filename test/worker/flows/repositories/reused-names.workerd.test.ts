/** A name on the host that now belongs to another repository. The two repositories stay separate, and neither gives access to the other. */
import { beforeEach, describe, expect, it } from 'vitest';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { addFromSource } from '../../../../worker/flows/repositories/add-from-source.ts';
import { withAccessChecks } from '../../../../worker/flows/github/check-access.ts';
import { historyAccess } from '../../../../worker/flows/github/host-access.ts';
import { refreshRepository } from '../../../../worker/flows/repositories/refresh-repository.ts';
import { resolveSnapshot } from '../../../../worker/flows/versions/resolve-snapshot.ts';
import {
  fakeCommitId,
  createMemoryCodeHost,
  type MemoryCodeHost,
} from '../../../support/fakes/memory-code-host.ts';
import { runToEnd } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

let host: MemoryCodeHost;
let bench: Workbench;
/** The id on the host of the repository that has the name now. */
let hostId: string;

beforeEach(async () => {
  hostId = '7';
  host = createMemoryCodeHost({ 'src/lamp.py': 'LAMP = 1\n' });
  const { hosting } = host;
  const codeHost: typeof hosting.codeHost = {
    ...hosting.codeHost,
    describe: async (place, access) => ({ ...(await hosting.codeHost.describe(place, access)), id: hostId }),
  };
  const changed = { ...hosting, codeHost, deploymentToken: 'the deployment’s' };
  bench = await openWorkbench((services) => ({
    hosting: changed,
    catalog: withAccessChecks(services.catalog, changed, services.clock),
  }));
});

async function add(): Promise<string> {
  const { id } = await addFromSource(bench.services, viewer, {
    source: 'acme/quay',
    ref: undefined,
    subdirectory: undefined,
    history: 'none',
  });
  await runToEnd(bench);
  return id;
}

describe('a name that now belongs to another repository', () => {
  it('creates a new repository, and the previous one stays', async () => {
    const before = await add();
    hostId = '8';
    host.commit = fakeCommitId(2);
    const after = await add();
    expect(after).not.toBe(before);
    const { catalog } = bench.services;
    expect(await catalog.getRepository(viewer, before)).toMatchObject({ name: 'acme/quay (7)' });
    expect(await catalog.getRepository(viewer, after)).toMatchObject({
      name: 'acme/quay',
      source: { hostId: '8' },
    });
    const { snapshot } = await resolveSnapshot(bench.services, viewer, { id: before, version: undefined });
    expect(snapshot.commit).toBe(fakeCommitId(1));
    expect(await add()).toBe(after);
  });

  it('does not refresh the previous repository', async () => {
    const id = await add();
    hostId = '8';
    await expect(refreshRepository(bench.services, viewer, { id, version: undefined })).rejects.toMatchObject(
      { code: 'source_not_found', message: expect.stringContaining('Another repository') as unknown },
    );
  });

  it('does not restore access to a private repository', async () => {
    Object.assign(host, { isPrivate: true, token: 'the owner’s' });
    const id = await add();
    Object.assign(host, { isPrivate: false, token: undefined });
    hostId = '8';
    bench.clock.advance(16 * 60_000);
    await expect(resolveSnapshot(bench.services, viewer, { id, version: undefined })).rejects.toMatchObject({
      code: 'repository_not_found',
    });
  });

  it('is not used to read history for the previous repository', async () => {
    const id = await add();
    expect(await historyAccess(bench.services, id, viewer)).toEqual({ token: 'the deployment’s' });
    hostId = '8';
    expect(await historyAccess(bench.services, id, viewer)).toEqual({ token: undefined });
  });
});
