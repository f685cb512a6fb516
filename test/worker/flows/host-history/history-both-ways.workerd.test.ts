/** A past told by a host and one handed over from a clone, of one version: whichever comes first, each brings what the other lacks. */
import { beforeEach, expect, it } from 'vitest';
import { createTreeSitterParser } from '../../../../worker/adapters/tree-sitter/parser.ts';
import { sha256 } from '../../../../worker/core/hash.ts';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import {
  endHistory,
  receiveCommits,
  receiveOrigins,
  wantedHistory,
} from '../../../../worker/flows/host-history/import-history.ts';
import { runHostHistory } from '../../../../worker/flows/host-history/run-host-history.ts';
import { viewRepository } from '../../../../worker/flows/repositories/view-repository.ts';
import type { HistoryKey } from '../../../../worker/ports/history-store.ts';
import { commitId, line } from '../../../support/commits.ts';
import { createMemoryHistorySource } from '../../../support/memory-history-source.ts';
import { noHosting } from '../../../support/no-hosting.ts';
import { indexed } from '../../../support/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/services.ts';

const text = 'def drain():\n    return 1\n';
const path = 'src/a.py';
const job = { id: 'history-1-1', shard: 0 };
const clone = line(5, () => ({ files: [path] }));
const ids = clone.map(({ id }) => id);
let bench: Workbench;
let key: HistoryKey;
let of: { readonly id: string; readonly version: string };
let hash: string;

beforeEach(async () => {
  const historySource = createMemoryHistorySource({
    commits: clone.map((one) => ({ ...one, pullRequests: [] })),
    // Of the others it does not tell which files they changed.
    files: { [commitId('c5')]: { files: clone[0]?.files ?? [], moreFiles: 0 } },
    blame: { [path]: [{ startLine: 1, endLine: 2, commit: commitId('c5') }] },
  });
  bench = await openWorkbench(() => ({
    // Of files without definitions a host is not asked whose their lines are.
    parser: createTreeSitterParser(),
    historySource,
    hosting: { ...noHosting, deploymentToken: 'of the deployment' },
  }));
  const { id } = await indexed(bench, { [path]: text });
  const { snapshot } = await viewRepository(bench.services, viewer, id);
  of = { id, version: snapshot.id };
  key = { shard: 0, snapshot: 1, generation: 1, repository: id };
  hash = await sha256(text);
});

async function fetched(): Promise<void> {
  const input = { place: { owner: 'acme', name: 'tool' }, owner: viewer.id, tip: commitId('c5') };
  const all = { since: undefined, changedSince: undefined, earlier: undefined };
  await bench.services.historyJobs.begin({ ...job, key, input: { ...input, ...all } });
  await runHostHistory(bench.services, job);
  expect((await bench.services.historyJobs.get(job))?.state).toBe('done');
}

/** As the command line does it: what is wanted and no more. */
async function handedOver() {
  const wanted = await wantedHistory(bench.services, viewer, { of, commits: ids, files: [{ path, hash }] });
  const commits = clone.filter(({ id }) => wanted.commits.includes(id));
  if (commits.length > 0) await receiveCommits(bench.services, viewer, { of, commits });
  if (wanted.files.length > 0)
    await receiveOrigins(bench.services, viewer, {
      of,
      commits: [commitId('c1'), commitId('c5')],
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
  await endHistory(bench.services, viewer, { of, tip: commitId('c5'), since: undefined, notes: [] });
  return wanted;
}

async function known() {
  const { historyStore } = bench.services;
  const [run] = await historyStore.originsOf(key, [{ path, startLine: 1, endLine: 1 }]);
  return {
    lineage: run?.lineage.map(({ commit }) => commit),
    changed: (await historyStore.timeline(key, path, { limit: 9 })).map(({ commit }) => commit.id),
    state: await historyStore.state(key),
  };
}

it('handed over after it was fetched, lines tell what they were before and commits their files', async () => {
  await fetched();
  expect(await known()).toMatchObject({ lineage: [commitId('c5')], changed: [commitId('c5')] });
  const wanted = await handedOver();
  expect(wanted).toEqual({ commits: ids.slice(1), files: [path] });
  const { lineage, changed, state } = await known();
  expect(lineage).toEqual([commitId('c5'), commitId('c1')]);
  expect(changed).toEqual(ids);
  expect(state).toMatchObject({ commits: 5, isComplete: true, notes: [] });
});

it('fetched after it was handed over, nothing is lost, and no line is said to be known less', async () => {
  await handedOver();
  const before = await known();
  expect(before.lineage).toHaveLength(2);
  await fetched();
  const { lineage, changed, state } = await known();
  expect([lineage, changed]).toEqual([before.lineage, before.changed]);
  expect(state).toMatchObject({ commits: 5, isComplete: true });
  expect(state.notes.join(' ')).not.toContain('last change alone');
  expect(await wantedHistory(bench.services, viewer, { of, commits: ids, files: [{ path, hash }] })).toEqual({
    commits: [],
    files: [],
  });
});

it('told by the host while it was handed over, what was handed over stays', async () => {
  await handedOver();
  const told = { path, hash, isLastAlone: true, runs: [{ lines: 2, node: 0, line: 1 }] };
  const node = { commit: commitId('c5'), step: 'edited', path, before: undefined } as const;
  await bench.services.historyStore.saveOrigins(key, [{ ...told, nodes: [node] }]);
  expect((await known()).lineage).toHaveLength(2);
});
