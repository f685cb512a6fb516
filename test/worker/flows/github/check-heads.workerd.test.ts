/** Answers state whether the host has newer commits. The server checks each repository at most once every ten minutes. */
import { expect, it } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import { openModeViewer } from '../../../../worker/core/viewer.ts';
import { addFromSource } from '../../../../worker/flows/repositories/add-from-source.ts';
import { checkHeads } from '../../../../worker/flows/github/check-heads.ts';
import { coverageLine } from '../../../../worker/flows/answer/coverage-line.ts';
import { resolveSnapshot } from '../../../../worker/flows/versions/resolve-snapshot.ts';
import { fakeCommitId, createMemoryCodeHost } from '../../../support/fakes/memory-code-host.ts';
import { runToEnd } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench } from '../../../support/workbench/workbench.ts';

const minute = 60_000;

it('reports newer commits on the host once a check has found them', async () => {
  const host = createMemoryCodeHost({ 'src/lamp.py': 'LAMP = 1\n' });
  const bench = await openWorkbench(() => ({ hosting: host.hosting }));
  const { services, clock } = bench;
  const addition = { source: 'acme/quay', ref: undefined, subdirectory: undefined, history: 'none' } as const;
  const { id } = await addFromSource(services, openModeViewer, addition);
  await runToEnd(bench);
  const coverage = async () =>
    coverageLine(await resolveSnapshot(services, openModeViewer, { id, version: undefined }));
  const addedAt = (await coverage()).checkedAt;
  expect(await coverage()).toMatchObject({ behind: 0, behindReason: undefined });
  expect(addedAt).toBeLessThanOrEqual(clock.now());

  host.commit = fakeCommitId(2);
  clock.advance(9 * minute);
  await checkHeads(services);
  expect(await coverage()).toMatchObject({ behind: 0, checkedAt: addedAt });

  clock.advance(2 * minute);
  await checkHeads(services);
  expect(await coverage()).toMatchObject({
    behind: undefined,
    behindReason: 'newer',
    checkedAt: clock.now(),
  });
});

it('does not check a repository that nobody reads', async () => {
  const host = createMemoryCodeHost({ 'src/lamp.py': 'LAMP = 1\n' });
  const bench = await openWorkbench(() => ({ hosting: host.hosting }));
  const { catalog } = bench.services;
  const addition = { source: 'acme/quay', ref: undefined, subdirectory: undefined, history: 'none' } as const;
  await addFromSource(bench.services, openModeViewer, addition);
  await runToEnd(bench);
  bench.clock.advance(24 * 60 * minute);
  const [now, limit] = [bench.clock.now(), 10];
  expect(await catalog.listUnchecked(now - 120 * minute, now, limit)).toEqual([]);
  expect(await catalog.listUnchecked(0, now, limit)).toMatchObject([{ name: 'acme/quay' }]);
});

it('checks every repository, even if the host no longer has some', async () => {
  const host = createMemoryCodeHost({ 'src/lamp.py': 'LAMP = 1\n' });
  const { codeHost } = host.hosting;
  const described: string[] = [];
  let areSomeGone = false;
  const describe: typeof codeHost.describe = async (place, access) => {
    described.push(place.name);
    if (areSomeGone && place.name.startsWith('gone')) throw new AppError('source_not_found', 'It is gone.');
    return { ...(await codeHost.describe(place, access)), ...place, id: place.name };
  };
  const bench = await openWorkbench(() => ({
    hosting: { ...host.hosting, deploymentToken: undefined, codeHost: { ...codeHost, describe } },
  }));
  const { services, clock } = bench;
  for (const source of ['acme/gone-1', 'acme/gone-2', 'acme/live']) {
    const addition = { source, ref: undefined, subdirectory: undefined, history: 'none' } as const;
    await addFromSource(services, openModeViewer, addition);
    await runToEnd(bench);
    clock.advance(1_000);
  }
  const readHosted = async () =>
    new Map((await services.catalog.listAllHosted()).map((repository) => [repository.name, repository]));
  const addedAt = (await readHosted()).get('acme/gone-1')?.hostHead?.checkedAt;
  areSomeGone = true;
  described.length = 0;
  for (let run = 0; run < 2; run += 1) {
    clock.advance(11 * minute);
    await checkHeads(services);
  }
  // Each run checks two repositories. In the second run, a missing repository comes after the existing one.
  expect(described.slice(0, 3)).toEqual(['gone-1', 'gone-2', 'live']);
  // The last successful check is reported.
  expect((await readHosted()).get('acme/gone-1')?.hostHead?.checkedAt).toBe(addedAt);
  expect((await readHosted()).get('acme/live')?.hostHead?.checkedAt).toBe(clock.now());
});
