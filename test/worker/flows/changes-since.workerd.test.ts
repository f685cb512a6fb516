/** By which way a refresh reads: the files that have changed, or, where those are too many, the archive. */
import { expect, it } from 'vitest';
import { openModeViewer as viewer } from '../../../worker/core/viewer.ts';
import { addFromSource } from '../../../worker/flows/add-from-source.ts';
import { commitOf, createMemoryHost } from '../../support/memory-code-host.ts';
import { runToEnd } from '../../support/run-jobs.ts';
import { openWorkbench } from '../../support/services.ts';

const paths = Array.from({ length: 10 }, (_, at) => `src/lamp${at}.py`);
const files = (changed: number): Record<string, string> =>
  Object.fromEntries(paths.map((path, at) => [path, `LAMP = ${at < changed ? 'True' : at}\n`]));

it.each([
  [3, 3, 0],
  [4, 0, 1],
])('of ten files %i have changed: %i are asked for, %i archives', async (changed, asked, archives) => {
  const host = createMemoryHost(files(0));
  const compare = () =>
    Promise.resolve({
      files: paths.slice(0, changed).map((path) => ({ path, status: 'changed' as const })),
      isWhole: true,
    });
  const codeHost = { ...host.hosting.codeHost, compare };
  const bench = await openWorkbench(() => ({ hosting: { ...host.hosting, codeHost } }));
  const add = async (): Promise<void> => {
    const what = { source: 'acme/quay', ref: undefined, subdirectory: undefined };
    await addFromSource(bench.services, viewer, { ...what, history: 'none' });
    await runToEnd(bench);
  };
  await add();
  Object.assign(host, { commit: commitOf(2), files: files(changed) });
  const before = host.calls.length;
  await add();
  const calls = host.calls.slice(before);
  expect(calls.filter((call) => call.startsWith('file '))).toHaveLength(asked);
  expect(calls.filter((call) => call === 'archive')).toHaveLength(archives);
});
