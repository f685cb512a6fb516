/** A refresh updates the default version by default, and `HEAD` refers to the default branch. */
import { beforeEach, describe, expect, it } from 'vitest';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { addFromSource } from '../../../../worker/flows/repositories/add-from-source.ts';
import { refreshRepository } from '../../../../worker/flows/repositories/refresh-repository.ts';
import {
  fakeCommitId,
  createMemoryCodeHost,
  type MemoryCodeHost,
} from '../../../support/fakes/memory-code-host.ts';
import { runToEnd } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

let host: MemoryCodeHost;
let bench: Workbench;
let id: string;

beforeEach(async () => {
  host = createMemoryCodeHost({ 'src/lamp.py': 'LAMP = 1\n' });
  bench = await openWorkbench(() => ({ hosting: host.hosting }));
  const addition = { source: 'acme/quay', ref: undefined, subdirectory: undefined, history: 'full' } as const;
  id = (await addFromSource(bench.services, viewer, addition)).id;
  await runToEnd(bench);
  bench.clock.advance(24 * 3_600_000);
});

describe('a branch that was renamed', () => {
  it('is refreshed under its new name by default, with the same depth of history', async () => {
    Object.assign(host, { defaultBranch: 'trunk', commit: fakeCommitId(2) });
    expect(await refreshRepository(bench.services, viewer, { id, version: undefined })).toMatchObject({ id });
    const [newest] = await bench.services.catalog.listSnapshots([id]);
    expect(newest).toMatchObject({ ref: 'trunk', commit: fakeCommitId(2), history: 'full' });
  });

  it('is not found under its old name', async () => {
    host.defaultBranch = 'trunk';
    const named = refreshRepository(bench.services, viewer, { id, version: 'main' });
    await expect(named).rejects.toMatchObject({ code: 'ref_not_found' });
  });
});

describe('HEAD', () => {
  it.each([
    ['acme/quay@HEAD', undefined],
    ['acme/quay', 'HEAD'],
  ])('refers to the default branch in the source or the ref: %s %s', async (source, ref) => {
    const added = await addFromSource(bench.services, viewer, {
      source,
      ref,
      subdirectory: undefined,
      history: undefined,
    });
    expect(added).toMatchObject({ id, unchanged: true });
  });
});
