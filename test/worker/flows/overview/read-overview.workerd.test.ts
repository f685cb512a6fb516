/** The overview of a snapshot and what is cached of it. */
import { beforeEach, expect, it } from 'vitest';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { toHistoryKey } from '../../../../worker/flows/browse/read-history.ts';
import { readOverview } from '../../../../worker/flows/overview/read-overview.ts';
import {
  resolveSnapshot,
  type ResolvedSnapshot,
} from '../../../../worker/flows/versions/resolve-snapshot.ts';
import { createCommit, createCommitId } from '../../../support/samples/commits.ts';
import { addReadySnapshot } from '../../../support/workbench/add-snapshot.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

let bench: Workbench;
let resolved: ResolvedSnapshot;
beforeEach(async () => {
  bench = await openWorkbench();
  const files = [{ path: 'README.md', text: '# Ferry\n\nFerry books seats on small boats.\n' }];
  const { id } = await addReadySnapshot(bench, { files });
  resolved = await resolveSnapshot(bench.services, viewer, { id, version: undefined });
});

it('has the commits that are imported after it was first read', async () => {
  expect((await readOverview(bench.services, resolved)).changes).toMatchObject({
    commits: [],
    notes: [expect.stringContaining('No history of this version was imported')],
  });
  const { historyStore } = bench.services;
  const key = toHistoryKey(resolved);
  await historyStore.saveCommits(key, [createCommit('a', 1_600_000_000, { message: 'feat: book seats' })]);
  await historyStore.end(key, { tip: createCommitId('a'), since: undefined, notes: [] });
  const { changes } = await readOverview(bench.services, resolved);
  expect(changes.commits.map(({ subject }) => subject)).toEqual(['feat: book seats']);
  expect(changes.notes.join()).not.toContain('No history');
});
