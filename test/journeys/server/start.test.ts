/** `npm start` starts from an empty folder, answers about its own source, and ends cleanly. */

import { expect, test } from 'vitest';
import { findFreePort } from '../../../clients/cli/local-server/ports.ts';
import { runCommand } from '../../support/server/run-command.ts';
import type { CommandRun } from '../../support/server/run-command.ts';
import { temporaryFolder } from '../../support/files/temporary-folder.ts';

interface Start {
  readonly run: CommandRun;
  readonly useResult: CommandRun;
}

/** Starts the server, runs `use` once the address is printed, and presses Ctrl-C. */
async function start(
  args: readonly string[],
  location: { port: number; data: string },
  use: () => Promise<CommandRun>,
): Promise<Start> {
  let useResult: Promise<CommandRun> | undefined;
  const run = await runCommand(['start', ...args], {
    environment: { PORT: String(location.port), WHEREFORE_DATA: location.data },
    onPrint: (stdout, child) => {
      if (!stdout.includes('Ctrl-C stops it') || useResult !== undefined) return;
      useResult = use().finally(() => child.kill('SIGINT'));
    },
  });
  if (useResult === undefined) throw new Error(`The server did not start:\n${run.stderr}`);
  return { run, useResult: await useResult };
}

test('indexes its own source once, and answers about it', { timeout: 300_000 }, async () => {
  const location = { port: (await findFreePort(0)) ?? 0, data: temporaryFolder() };
  const url = `http://127.0.0.1:${location.port}`;
  const question = ['ask', 'wherefore', 'Where are the chunks of a file joined back?', '--json'];
  const first = await start([], location, () => runCommand(question, { url }));
  expect(first.run.code).toBe(0);
  expect(first.run.stdout).toContain(`WHEREFORE_URL=${url} npx wherefore ask wherefore "`);
  expect(first.run.stderr).toContain("Indexed Wherefore's own source");
  expect(first.useResult).toMatchObject({ code: 0, json: { refused: false } });

  const second = await start([], location, () => runCommand(['status', 'wherefore', '--json'], { url }));
  expect(second.useResult.json).toMatchObject({ status: 'ready' });
  expect(second.run.stderr).not.toContain('Indexed');
});

test('starts empty, rejects a used port, and frees its own port', { timeout: 300_000 }, async () => {
  const location = { port: (await findFreePort(0)) ?? 0, data: temporaryFolder() };
  const environment = { PORT: String(location.port), WHEREFORE_DATA: temporaryFolder() };
  const { run, useResult } = await start(['--empty'], location, () =>
    runCommand(['start', '--empty'], { environment }),
  );
  expect(run.code).toBe(0);
  expect(useResult.code).toBe(2);
  expect(useResult.stderr).toContain(`Port ${location.port} is in use`);
  expect(useResult.stderr).toContain('PORT=');
  await expect.poll(() => findFreePort(location.port)).toBe(location.port);
});

test('reports an invalid setting of the shell at once', { timeout: 120_000 }, async () => {
  const location = { port: (await findFreePort(0)) ?? 0, data: temporaryFolder() };
  const environment = { PORT: String(location.port), WHEREFORE_DATA: location.data, MODE: 'test' };
  const startedAt = performance.now();
  const run = await runCommand(['start', '--empty'], { environment });
  expect(run.code).toBe(1);
  expect(run.stderr).toContain('MODE is "test"; it must be one of open, hosted.');
  expect(run.stderr).toContain('Fix the setting that the message names');
  expect(performance.now() - startedAt).toBeLessThan(60_000);
  await expect.poll(() => findFreePort(location.port)).toBe(location.port);
});
