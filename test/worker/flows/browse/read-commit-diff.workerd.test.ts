/** The changed lines of a hosted commit are fetched once, and reading them leaves calls for adding repositories and their history. */
import { beforeEach, expect, it } from 'vitest';
import { openModeViewer } from '../../../../worker/core/viewer.ts';
import { readCommitDiff } from '../../../../worker/flows/browse/read-commit-diff.ts';
import { clearReadingBudgets } from '../../../../worker/flows/github/reading-budget.ts';
import { runHostHistory } from '../../../../worker/flows/host-history/run-host-history.ts';
import { addFromSource } from '../../../../worker/flows/repositories/add-from-source.ts';
import { createMemoryCodeHost } from '../../../support/fakes/memory-code-host.ts';
import {
  createMemoryHistorySource,
  type MemoryHistorySource,
} from '../../../support/fakes/memory-history-source.ts';
import { createCommitChain } from '../../../support/samples/commits.ts';
import { runToEnd } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench/workbench.ts';

const commits = createCommitChain(6).map(
  ({ files: _files, moreFiles: _more, pullRequest: _by, issues: _issues, ...commit }, index) => ({
    ...commit,
    committedAt: 1_699_999_000_000 - index * 1_000,
    pullRequests: [],
  }),
);
const ids = commits.map((commit) => commit.id);

let source: MemoryHistorySource;
let bench: Workbench;
let id: string;
beforeEach(async () => {
  clearReadingBudgets();
  const host = createMemoryCodeHost({ 'src/lamp.py': 'def light_lamp():\n    return "lit"\n' });
  host.commit = ids[0] ?? '';
  const hunks = '@@ -0,0 +1,1 @@\n+def light_lamp():';
  source = createMemoryHistorySource({
    commits,
    files: Object.fromEntries(
      ids.map((commit) => [
        commit,
        { files: [{ path: 'src/lamp.py', added: 1, deleted: 0, oldPath: undefined }], moreFiles: 0 },
      ]),
    ),
    patches: Object.fromEntries(
      ids.map((commit) => [commit, [{ path: 'src/lamp.py', hunks, isCut: false }]]),
    ),
  });
  bench = await openWorkbench(() => ({ hosting: host.hosting, historySource: source }));
  const added = { source: 'acme/quay', ref: undefined, subdirectory: undefined, history: undefined } as const;
  ({ id } = await addFromSource(bench.services, openModeViewer, added));
  await runToEnd(bench);
  const [job] = bench.wokenHistoryJobs;
  if (job === undefined) throw new Error('No history job was started.');
  await runHostHistory(bench.services, job);
});

const readDiff = async (index: number) =>
  readCommitDiff(bench.services, openModeViewer, {
    id,
    version: undefined,
    commit: ids[index] ?? '',
    after: undefined,
    limit: 10,
    lines: undefined,
  });
const countFetches = (): number => source.requests.filter((request) => request.startsWith('patch')).length;
/** Sets the calls that the host reports as remaining after each of the next calls. */
function setBudget(remaining: number, resetAt: number): void {
  source.history = {
    ...source.history,
    remaining: Array.from({ length: 1_000 }, () => remaining),
    limit: 60,
    resetAt,
  };
}

it('are fetched once for readers at the same time, and then stored', async () => {
  const diffs = await Promise.all([readDiff(0), readDiff(0), readDiff(0)]);
  expect(diffs.map(({ state }) => state)).toEqual(['known', 'known', 'known']);
  expect(countFetches()).toBe(1);
  expect((await readDiff(0)).files).toMatchObject([{ path: 'src/lamp.py' }]);
  expect(countFetches()).toBe(1);
});

it('are not fetched when only the reserved half of the rate limit is left, until it resets', async () => {
  const resetAt = bench.clock.now() + 3_600_000;
  setBudget(31, resetAt);
  await readDiff(0);
  setBudget(30, resetAt);
  await readDiff(1);
  await expect(readDiff(2)).rejects.toMatchObject({ code: 'host_limited', details: { retryAt: resetAt } });
  expect(countFetches()).toBe(2);
  expect((await readDiff(1)).state).toBe('known');

  bench.clock.advance(3_600_001);
  expect((await readDiff(2)).state).toBe('known');
});
