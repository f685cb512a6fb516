/** A refresh reads only the changed files, or the archive if there are too many or some cannot be read. */
import { expect, it } from 'vitest';
import { AppError } from '../../../../worker/core/errors.ts';
import { openModeViewer as viewer } from '../../../../worker/core/viewer.ts';
import { addFromSource } from '../../../../worker/flows/repositories/add-from-source.ts';
import { viewRepository } from '../../../../worker/flows/repositories/view-repository.ts';
import type { CodeHost } from '../../../../worker/ports/code-host.ts';
import { fakeCommitId, createMemoryCodeHost } from '../../../support/fakes/memory-code-host.ts';
import { runToEnd, type Tree } from '../../../support/workbench/run-jobs.ts';
import { openWorkbench } from '../../../support/workbench/workbench.ts';

const paths = Array.from({ length: 10 }, (_, index) => `src/lamp${index}.py`);
const files = (changed: number): Record<string, string> =>
  Object.fromEntries(paths.map((path, index) => [path, `LAMP = ${index < changed ? 'True' : index}\n`]));

interface Refresh {
  readonly changed: number;
  /** Returns the error that the host throws for a call; undefined if the call succeeds. */
  readonly failureFor?: (call: string) => AppError | undefined;
  /** Content of the only `.gitattributes`. */
  readonly attributes?: string;
}

/** Adds a repository and refreshes it. Returns its status and the number of calls of each kind that the refresh made. */
async function refresh({ changed, failureFor = () => undefined, attributes }: Refresh) {
  const rules: Tree = attributes === undefined ? {} : { '.gitattributes': attributes };
  const before: Tree = { ...files(0), ...rules };
  const after: Tree = { ...files(changed), ...rules };
  const host = createMemoryCodeHost(before);
  const compare: CodeHost['compare'] = async () => {
    host.calls.push('compare');
    const failure = host.failureFor('compare');
    if (failure !== undefined) throw failure;
    const files = paths.slice(0, changed).map((path) => ({ path, status: 'changed' as const }));
    return { files, isWhole: true };
  };
  const tree: CodeHost['tree'] = async (place, commit, access) => {
    const { files: listed } = await host.hosting.codeHost.tree(place, commit, access);
    const contents = commit === fakeCommitId(1) ? before : after;
    return { files: listed.map((file) => ({ ...file, blob: contents[file.path] ?? '' })), isWhole: true };
  };
  const codeHost = { ...host.hosting.codeHost, compare, tree };
  const bench = await openWorkbench(() => ({ hosting: { ...host.hosting, codeHost } }));
  const add = async (): Promise<string> => {
    const addition = { source: 'acme/quay', ref: undefined, subdirectory: undefined };
    const { id } = await addFromSource(bench.services, viewer, { ...addition, history: 'none' });
    await runToEnd(bench);
    return id;
  };
  await add();
  Object.assign(host, { commit: fakeCommitId(2), files: after, failureFor });
  const callsBefore = host.calls.length;
  const { snapshot } = await viewRepository(bench.services, viewer, await add());
  const calls = host.calls.slice(callsBefore);
  return {
    status: snapshot.status,
    requested: calls.filter((call) => call.startsWith('file src/')).length,
    archives: calls.filter((call) => call === 'archive').length,
    compared: calls.filter((call) => call === 'compare').length,
  };
}

const unavailable = (call: RegExp) => (made: string) =>
  call.test(made) ? new AppError('host_unavailable', 'GitHub answered 500.') : undefined;

it.each([
  [3, 3, 0],
  [4, 0, 1],
])('if %i of ten files changed, requests %i files and %i archives', async (changed, requested, archives) => {
  expect(await refresh({ changed })).toMatchObject({ status: 'ready', requested, archives });
});

it('compares both trees if the host cannot compare commits', async () => {
  expect(await refresh({ changed: 3, failureFor: unavailable(/^compare$/) })).toEqual({
    status: 'ready',
    requested: 3,
    archives: 0,
    compared: 1,
  });
});

it('fetches the archive if the host does not return a file', async () => {
  expect(await refresh({ changed: 3, failureFor: unavailable(/^file src\/lamp1/) })).toMatchObject({
    status: 'ready',
    archives: 1,
    compared: 1,
  });
});

it.each([
  ['*.psd filter=lfs diff=lfs merge=lfs -text\n', 1],
  ['*.py diff=python\n', 0],
])('fetches the archive if its content may differ from git: %j', async (attributes, archives) => {
  expect(await refresh({ changed: 3, attributes })).toMatchObject({ status: 'ready', archives });
});
