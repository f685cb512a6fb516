/** Scheduled tasks: the failure of one task is reported and does not stop the other tasks. */
import { expect, it } from 'vitest';
import { openModeViewer } from '../../../../worker/core/viewer.ts';
import { addFromSource } from '../../../../worker/flows/repositories/add-from-source.ts';
import { runScheduledTasks } from '../../../../worker/flows/repositories/run-scheduled-tasks.ts';
import { fakeCommitId, createMemoryCodeHost } from '../../../support/fakes/memory-code-host.ts';
import { runToEnd } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench } from '../../../support/workbench/workbench.ts';

const listReplaced = () => Promise.reject(new Error('the table is locked'));

it('starts pushes and refreshes popular repositories if expiry fails', async () => {
  const host = createMemoryCodeHost({ 'src/lamp.py': 'LAMP = 1\n' });
  const { services, ...bench } = await openWorkbench(({ settings }) => ({
    hosting: host.hosting,
    settings: { ...settings, popular: ['acme/harbour'] },
  }));
  const addition = { source: 'acme/quay', ref: undefined, subdirectory: undefined, history: 'none' } as const;
  const { id } = await addFromSource(services, openModeViewer, addition);
  await runToEnd({ ...bench, services });
  host.commit = fakeCommitId(2);
  await services.catalog.setWaitingPush(id, fakeCommitId(2));
  const failing = { ...services, catalog: { ...services.catalog, listReplaced } };
  await expect(runScheduledTasks(failing)).rejects.toThrow('the table is locked');
  expect(await services.catalog.listSnapshots([id])).toMatchObject([{ commit: fakeCommitId(2) }, {}]);
  expect(await services.catalog.findRepository(openModeViewer, 'acme/harbour', 'github')).toBeDefined();
});
