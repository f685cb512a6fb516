/** Tests the catalog in D1, including states that no flow creates yet. */
import { actFor } from '../../../../worker/core/viewer.ts';
import { expect, it } from 'vitest';
import { createD1Catalog } from '../../../../worker/adapters/d1/catalog.ts';
import { catalogContract } from '../../../contracts/catalog.ts';
import { emptyCatalog, countRows } from '../../../support/workbench/d1.ts';
import { createManualClock } from '../../../support/fakes/manual-clock.ts';

async function open() {
  const database = await emptyCatalog();
  const clock = createManualClock();
  return { database, clock, catalog: createD1Catalog(database, clock), countRows: () => countRows(database) };
}

catalogContract(open);

const added = {
  repositoryId: 'r',
  snapshotId: 's',
  jobId: 'first',
  name: 'tool',
  ref: undefined,
  commit: '',
  subdirectory: undefined,
  shard: 0,
};
const notRetained = { progress: {}, resumableUntil: undefined };
const facts = {
  counts: { files: 1, lines: 1, chunks: 1, symbols: 0, edges: 0, skipped: 0 },
  timings: {},
  progress: {},
  rowsWritten: 1,
};

it('keeps serving a snapshot’s generation when a rebuild fails', async () => {
  const { catalog, database } = await open();
  await catalog.addSnapshot({ id: 'anna' }, added);
  const firstJob = await catalog.getJob('first');
  if (firstJob === undefined) throw new Error('no job');
  await catalog.publish(firstJob, facts);
  const insert = `INSERT INTO job (id, snapshot_number, generation, stage, state, created_at) VALUES ('again', ?1, 2, 'fetch', 'running', 1)`;
  await database.prepare(insert).bind(firstJob.snapshotNumber).run();
  const rebuildJob = await catalog.latestJob(firstJob.snapshotNumber);
  expect(rebuildJob).toMatchObject({ id: 'again', generation: 2 });
  if (rebuildJob === undefined) throw new Error('no job');
  await catalog.fail(rebuildJob, { code: 'internal', message: 'm', fix: 'f', details: {} }, notRetained);
  expect(await catalog.getSnapshot(firstJob.snapshotNumber)).toMatchObject({
    status: 'ready',
    generation: 1,
    error: { code: 'internal' },
  });
});

it('shows a public repository to everyone, but only its owner can add snapshots to it', async () => {
  const { catalog, database } = await open();
  await catalog.addSnapshot({ id: 'anna' }, added);
  await database.prepare(`UPDATE repository SET visibility = 'public'`).run();
  expect(await catalog.listRepositories(actFor({ id: 'ben' }))).toMatchObject([{ id: 'r', owner: 'anna' }]);
  const ownAddition = await catalog.addSnapshot(
    { id: 'ben' },
    { ...added, repositoryId: 'r2', snapshotId: 's2', jobId: 'second' },
  );
  expect(ownAddition.repositoryId).toBe('r2');
});
