/** History fetched from a host and history imported from a clone complement each other for one version, in either order. */
import { beforeEach, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../worker/adapters/tree-sitter/parser.ts';
import { sha256 } from '../../../../worker/core/text/hash.ts';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import {
  finishImport,
  importCommits,
  importOrigins,
  missingHistory,
} from '../../../../worker/flows/host-history/import-history.ts';
import { runHostHistory } from '../../../../worker/flows/host-history/run-host-history.ts';
import { viewRepository } from '../../../../worker/flows/repositories/view-repository.ts';
import type { HistoryKey } from '../../../../worker/ports/history-store.ts';
import { createCommitId, createCommitChain } from '../../../support/samples/commits.ts';
import { createMemoryHistorySource } from '../../../support/fakes/memory-history-source.ts';
import { noHosting } from '../../../support/fakes/no-hosting.ts';
import { uploadAndIndex } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const text = 'def drain():\n    return 1\n';
const path = 'src/a.py';
const job = { id: 'history-1-1', shard: 0 };
const clone = createCommitChain(5, () => ({ files: [path] }));
const ids = clone.map(({ id }) => id);
let bench: Workbench;
let key: HistoryKey;
let version: { readonly id: string; readonly version: string };
let hash: string;

beforeEach(async () => {
  const historySource = createMemoryHistorySource({
    commits: clone.map((commit) => ({ ...commit, pullRequests: [] })),
    // The host omits the changed files of all other commits.
    files: { [createCommitId('c5')]: { files: clone[0]?.files ?? [], moreFiles: 0 } },
    blame: { [path]: [{ startLine: 1, endLine: 2, commit: createCommitId('c5') }] },
  });
  bench = await openWorkbench(() => ({
    // Blame is not requested for files without definitions.
    parser: createTreeSitterParser(),
    historySource,
    hosting: { ...noHosting, deploymentToken: 'of the deployment' },
  }));
  const { id } = await uploadAndIndex(bench, { [path]: text });
  const { snapshot } = await viewRepository(bench.services, viewer, id);
  version = { id, version: snapshot.id };
  key = { shard: 0, snapshot: 1, generation: 1, repository: id };
  hash = await sha256(text);
});

async function fetchHistory(): Promise<void> {
  const input = { place: { owner: 'acme', name: 'tool' }, owner: viewer.id, tip: createCommitId('c5') };
  const all = { since: undefined, changedSince: undefined, earlier: undefined };
  await bench.services.historyJobs.begin({ ...job, key, input: { ...input, ...all } });
  await runHostHistory(bench.services, job);
  expect((await bench.services.historyJobs.get(job))?.state).toBe('done');
}

/** Imports only missing history, like the command line. */
async function importFromClone() {
  const missing = await missingHistory(bench.services, viewer, {
    version,
    commits: ids,
    files: [{ path, hash }],
  });
  const commits = clone
    .filter(({ id }) => missing.commits.includes(id))
    .map((commit) => ({ ...commit, patch: [] }));
  if (commits.length > 0) await importCommits(bench.services, viewer, { version, commits });
  if (missing.files.length > 0)
    await importOrigins(bench.services, viewer, {
      version,
      commits: [createCommitId('c1'), createCommitId('c5')],
      files: [
        {
          path,
          hash,
          names: [],
          nodes: [
            [0, 0, -1, -1],
            [1, 1, -1, 0],
          ],
          runs: [[2, 1, 1]],
        },
      ],
    });
  await finishImport(bench.services, viewer, {
    version,
    tip: createCommitId('c5'),
    since: undefined,
    notes: [],
  });
  return missing;
}

async function readKnownHistory() {
  const { historyStore } = bench.services;
  const [run] = await historyStore.lineOrigins(key, [{ path, startLine: 1, endLine: 1 }]);
  return {
    lineHistory: run?.history.map(({ commit }) => commit),
    changed: (await historyStore.timeline(key, path, { limit: 9 })).map(({ commit }) => commit.id),
    state: await historyStore.state(key),
  };
}

it('adds earlier versions of lines and files of commits when an import follows a fetch', async () => {
  await fetchHistory();
  expect(await readKnownHistory()).toMatchObject({
    lineHistory: [createCommitId('c5')],
    changed: [createCommitId('c5')],
  });
  const missing = await importFromClone();
  // The fetched commit lacks its changed lines.
  expect(missing).toEqual({ commits: ids, files: [path] });
  const { lineHistory, changed, state } = await readKnownHistory();
  expect(lineHistory).toEqual([createCommitId('c5'), createCommitId('c1')]);
  expect(changed).toEqual(ids);
  expect(state).toMatchObject({ commits: 5, isComplete: true, notes: [] });
});

it('loses no history and reports no line as less known when a fetch follows an import', async () => {
  await importFromClone();
  const before = await readKnownHistory();
  expect(before.lineHistory).toHaveLength(2);
  await fetchHistory();
  const { lineHistory, changed, state } = await readKnownHistory();
  expect([lineHistory, changed]).toEqual([before.lineHistory, before.changed]);
  expect(state).toMatchObject({ commits: 5, isComplete: true });
  expect(state.notes.join(' ')).not.toContain('Only the last change');
  expect(
    await missingHistory(bench.services, viewer, { version, commits: ids, files: [{ path, hash }] }),
  ).toEqual({
    commits: [],
    files: [],
  });
});

it('retains imported history when a fetch runs at the same time', async () => {
  await importFromClone();
  const lineOrigins = { path, hash, hasOnlyLastChanges: true, runs: [{ lines: 2, node: 0, line: 1 }] };
  const node = { commit: createCommitId('c5'), step: 'edited', path, before: undefined } as const;
  await bench.services.historyStore.saveOrigins(key, [{ ...lineOrigins, nodes: [node] }]);
  expect((await readKnownHistory()).lineHistory).toHaveLength(2);
});
