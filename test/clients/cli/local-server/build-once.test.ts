/** A build of the project's files runs once, also for concurrent callers in one process. */

import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setImmediate as nextTick } from 'node:timers/promises';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildOnce } from '../../../../clients/cli/local-server/build-once.ts';

const sources = ['LICENSE'];

it('builds once for concurrent callers, and builds again after a failure', async () => {
  const kind = `test-${randomUUID()}`;
  let builds = 0;
  const make = async (folder: string): Promise<void> => {
    builds += 1;
    await nextTick();
    if (builds === 1) throw new Error('The build failed.');
    writeFileSync(join(folder, 'one'), String(builds));
  };
  const build = () => buildOnce({ kind, sources, make });
  const failed = await Promise.allSettled([build(), build()]);
  expect([builds, ...failed.map(({ status }) => status)]).toEqual([1, 'rejected', 'rejected']);
  const [folder, concurrentFolder] = await Promise.all([build(), build()]);
  onTestFinished(() => rmSync(dirname(folder), { recursive: true }));
  expect(concurrentFolder).toBe(folder);
  expect(readFileSync(join(folder, 'one'), 'utf8')).toBe('2');
  expect(await build()).toBe(folder);
  expect(builds).toBe(2);
});
