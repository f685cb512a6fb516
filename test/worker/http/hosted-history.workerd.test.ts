/** The progress of a history import from a host, over HTTP. */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { createClient } from '../../../worker/contract/client.ts';
import { openModeViewer } from '../../../worker/core/viewer.ts';
import { AppError } from '../../../worker/core/errors.ts';
import { addFromSource } from '../../../worker/flows/repositories/add-from-source.ts';
import { runHostHistory } from '../../../worker/flows/host-history/run-host-history.ts';
import { createApp } from '../../../worker/http/app.ts';
import { parseConfig } from '../../../worker/runtime/config.ts';
import { createMemoryCodeHost } from '../../support/fakes/memory-code-host.ts';
import { createMemoryHistorySource } from '../../support/fakes/memory-history-source.ts';
import { runToEnd } from '../../support/workbench/run-jobs.ts';
import { openWorkbench } from '../../support/workbench/workbench.ts';

it('reports the reason for waiting during retries, and the error only after the failure', async () => {
  const host = createMemoryCodeHost({ 'src/lamp.py': 'def light_lamp():\n    return "lit"\n' });
  const historySource = createMemoryHistorySource();
  const bench = await openWorkbench(() => ({ hosting: host.hosting, historySource }));
  const app = createApp<object>(() => ({
    services: bench.services,
    config: { ...parseConfig({}), allowedHosts: ['localhost'] },
    assets: undefined,
    adapters: {} as never,
    version: 'test',
  }));
  const send: typeof fetch = async (input, init) =>
    app.fetch(new Request(input instanceof Request ? input : String(input), init), env);
  const client = createClient({ baseUrl: 'http://localhost', fetch: send });
  const quay = { source: 'acme/quay', ref: undefined, subdirectory: undefined, history: undefined } as const;
  const { id } = await addFromSource(bench.services, openModeViewer, quay);
  await runToEnd(bench);
  const [job] = bench.wokenHistoryJobs;
  if (job === undefined) throw new Error('No history job was started.');

  historySource.failures.push(new AppError('host_unavailable', 'Bad gateway.'));
  await runHostHistory(bench.services, job);
  expect((await client.getRepository(id)).history).toMatchObject({
    state: 'waiting',
    waitingFor: 'Retry after an error: Bad gateway.',
    waitingUntil: new Date(bench.clock.now() + 5_000).toISOString(),
    error: null,
  });

  bench.clock.advance(5_000);
  historySource.failures.push(new AppError('token_refused', 'Bad credentials.'));
  await runHostHistory(bench.services, job);
  expect((await client.getRepository(id)).history).toMatchObject({
    state: 'failed',
    waitingUntil: null,
    error: 'Bad credentials.',
    notes: expect.arrayContaining([
      'The history is incomplete: Bad credentials. Store another token with PUT /v1/tokens/github and refresh.',
    ]),
  });
  expect(await client.refresh(id)).not.toHaveProperty('unchanged');
});
