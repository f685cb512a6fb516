/** Uploads small archives to a workbench, and delivers the queue messages and alarms that its jobs need, in any order. */

import { addUpload, type UploadRequest } from '../../../worker/flows/repositories/add-upload.ts';
import { runPart } from '../../../worker/flows/indexing/run-job.ts';
import { sweepJob } from '../../../worker/flows/indexing/sweep-job.ts';
import { openModeViewer, type Viewer } from '../../../worker/core/viewer.ts';
import type { PartKey } from '../../../worker/ports/job-parts.ts';
import { concat, toStream, concatStreams } from '../files/bytes.ts';
import type { Workbench } from './workbench.ts';
import { tarEntry, tarGz } from '../files/tar-bytes.ts';
import { removeInBackground } from '../../../worker/flows/repositories/remove-in-background.ts';
import type { Services } from '../../../worker/flows/services.ts';

/** Files by path. */
export type Tree = Readonly<Record<string, string>>;

/** Five files: two with equal content, one empty and one with prose. Every stage that has parts has several. */
export const smallTree: Tree = {
  'src/a.py': numberedLines(60, 'alpha'),
  'src/b.py': numberedLines(80, 'beta'),
  'src/copy.py': numberedLines(60, 'alpha'),
  'docs/guide.md': '# Guide\n\nHow it is done.\n',
  'empty.py': '',
};

function numberedLines(lines: number, word: string): string {
  return Array.from({ length: lines }, (_, line) => `${word} word${line} here\n`).join('');
}

export async function upload(
  bench: Workbench,
  tree: Tree | Uint8Array,
  { viewer = openModeViewer, ...overrides }: Partial<UploadRequest> & { readonly viewer?: Viewer } = {},
): Promise<{ id: string; snapshotId: string; jobId: string }> {
  const entries = tree instanceof Uint8Array ? [] : Object.entries(tree);
  const bytes =
    tree instanceof Uint8Array
      ? tree
      : await tarGz(...entries.map(([path, content]) => tarEntry(path, { content })));
  const { id, snapshotId } = await addUpload(bench.services, viewer, {
    name: 'acme/tool',
    ref: undefined,
    commit: undefined,
    subdirectory: undefined,
    format: 'tar.gz',
    body: toStream(concatStreams(concat(bytes))),
    ...overrides,
  });
  const jobId = bench.wokenParts.findLast((part) => part.stage === 'fetch')?.job ?? '';
  return { id, snapshotId, jobId };
}

/** Runs parts until no part is woken. A failed part is queued again, as the queue consumer does. */
export async function runToEnd(bench: Workbench): Promise<void> {
  for (let part = bench.wokenParts.shift(); part !== undefined; part = bench.wokenParts.shift())
    await deliver(bench, part);
}

/** Runs one part as a queue message does. A failed part is queued again. */
export async function deliver(bench: Workbench, part: PartKey): Promise<void> {
  await runPart(bench.services, part).catch(() => bench.wokenParts.push(part));
}

/** Runs a job's alarm an hour later. @returns whether the alarm is set again */
export async function sweepLater(bench: Workbench, jobId: string): Promise<boolean> {
  bench.clock.advance(3_600_000);
  return (await sweepJob(bench.services, jobId)) !== undefined;
}

/** Uploads a tree and indexes it. */
export async function uploadAndIndex(
  bench: Workbench,
  tree: Tree,
  overrides: Parameters<typeof upload>[2] = {},
) {
  const added = await upload(bench, tree, overrides);
  await runToEnd(bench);
  return added;
}

/** Runs rounds of background removal until none is due. @throws the first failure of a round */
export async function cleanUpNow(services: Services): Promise<void> {
  for (;;) {
    const { nextMs, failures } = await removeInBackground(services);
    if (failures.length > 0) throw failures[0];
    if (nextMs !== 0) return;
  }
}
