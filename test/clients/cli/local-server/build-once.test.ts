/** What is made of the project's files is made once, also where two of one process want it at once. */

import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildOnce } from '../../../../clients/cli/local-server/build-once.ts';

const sources = ['LICENSE'];

it('makes once what two want at once, and again after a failure', async () => {
  const kind = `test-${randomUUID()}`;
  let made = 0;
  const make = async (folder: string): Promise<void> => {
    made += 1;
    await turn();
    if (made === 1) throw new Error('It broke.');
    writeFileSync(join(folder, 'one'), String(made));
  };
  const wanted = () => buildOnce({ kind, sources, make });
  const failed = await Promise.allSettled([wanted(), wanted()]);
  expect([made, ...failed.map(({ status }) => status)]).toEqual([1, 'rejected', 'rejected']);
  const [folder, same] = await Promise.all([wanted(), wanted()]);
  onTestFinished(() => rmSync(dirname(folder), { recursive: true }));
  expect(same).toBe(folder);
  expect(readFileSync(join(folder, 'one'), 'utf8')).toBe('2');
  expect(await wanted()).toBe(folder);
  expect(made).toBe(2);
});
