/** Versions are compared over HTTP. */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { createClient } from '../../../worker/contract/client.ts';
import { openModeViewer as viewer } from '../../../worker/core/viewer.ts';
import { toHistoryKey } from '../../../worker/flows/browse/read-history.ts';
import { resolveSnapshot } from '../../../worker/flows/versions/resolve-snapshot.ts';
import { createApp } from '../../../worker/http/app.ts';
import { parseConfig } from '../../../worker/runtime/config.ts';
import { createCommit, createCommitId } from '../../support/samples/commits.ts';
import { uploadAndIndex, smallTree } from '../../support/workbench/run-jobs.ts';
import { openWorkbench } from '../../support/workbench/workbench.ts';

it('dates a commit between two versions by its author date', async () => {
  const bench = await openWorkbench();
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
  const { id } = await uploadAndIndex(bench, smallTree, { ref: 'v1.0' });
  await uploadAndIndex(bench, { ...smallTree, 'new.py': 'added = 1\n' }, { ref: 'v2.0' });

  const { historyStore } = bench.services;
  const resolveKey = async (version: string) =>
    toHistoryKey(await resolveSnapshot(bench.services, viewer, { id, version }));
  const [older, newer] = [await resolveKey('v1.0'), await resolveKey('v2.0')];
  const first = createCommit('a', 1_600_000_000);
  const second = createCommit('b', 1_650_000_000, { parents: ['a'], committedAt: 1_660_000_000_000 });
  await historyStore.saveCommits(older, [first]);
  await historyStore.end(older, { tip: createCommitId('a'), since: undefined, notes: [] });
  await historyStore.saveCommits(newer, [second, first]);
  await historyStore.end(newer, { tip: createCommitId('b'), since: undefined, notes: [] });

  const { commits } = await client.compareVersions(id, { from: 'v1.0', to: 'v2.0' });
  expect(commits.list.map(({ commit: id, date }) => [id, date])).toEqual([
    [createCommitId('b'), new Date(1_650_000_000_000).toISOString()],
  ]);
});
