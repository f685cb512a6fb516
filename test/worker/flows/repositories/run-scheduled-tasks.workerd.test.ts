/** The clock's call: what of it fails keeps nothing else from being done, and is told. */
import { expect, it } from 'vitest';
import { openModeViewer } from '../../../../worker/core/viewer.ts';
import { addFromSource } from '../../../../worker/flows/repositories/add-from-source.ts';
import { everyTenMinutes } from '../../../../worker/flows/repositories/run-scheduled-tasks.ts';
import { commitOf, createMemoryHost } from '../../../support/memory-code-host.ts';
import { runToEnd } from '../../../support/run-jobs.ts';
import { openWorkbench } from '../../../support/services.ts';

const listReplaced = () => Promise.reject(new Error('the table is locked'));

it('starts pushes and keeps the popular ones where the cleaning fails', async () => {
  const host = createMemoryHost({ 'src/lamp.py': 'LAMP = 1\n' });
  const { services, ...bench } = await openWorkbench(({ settings }) => ({
    hosting: host.hosting,
    settings: { ...settings, popular: ['acme/harbour'] },
  }));
  const what = { source: 'acme/quay', ref: undefined, subdirectory: undefined, history: 'none' } as const;
  const { id } = await addFromSource(services, openModeViewer, what);
  await runToEnd({ ...bench, services });
  host.commit = commitOf(2);
  await services.catalog.setWaitingPush(id, commitOf(2));
  const failing = { ...services, catalog: { ...services.catalog, listReplaced } };
  await expect(everyTenMinutes(failing)).rejects.toThrow('the table is locked');
  expect(await services.catalog.listSnapshots([id])).toMatchObject([{ commit: commitOf(2) }, {}]);
  expect(await services.catalog.findRepository(openModeViewer, 'acme/harbour', 'github')).toBeDefined();
});
