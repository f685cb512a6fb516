/** `npm start`, from an empty folder to the first answer about its own source, and its end. */

import { expect, test } from 'vitest';
import { reservePort } from '../../../clients/cli/local-server/reserve-port.ts';
import { runCommand } from '../../support/server/run-command.ts';
import type { CommandRun } from '../../support/server/run-command.ts';
import { temporaryFolder } from '../../support/files/temporary-folder.ts';

interface Start {
  readonly run: CommandRun;
  readonly whileUp: CommandRun;
}

/** Starts the server, runs `use` once the address is printed, and presses Ctrl-C. */
async function start(
  args: readonly string[],
  place: { port: number; data: string },
  use: () => Promise<CommandRun>,
): Promise<Start> {
  let whileUp: Promise<CommandRun> | undefined;
  const run = await runCommand(['start', ...args], {
    environment: { PORT: String(place.port), WHEREFORE_DATA: place.data },
    onPrint: (stdout, child) => {
      if (!stdout.includes('Ctrl-C stops it') || whileUp !== undefined) return;
      whileUp = use().finally(() => child.kill('SIGINT'));
    },
  });
  if (whileUp === undefined) throw new Error(`The server did not start:\n${run.stderr}`);
  return { run, whileUp: await whileUp };
}

test('indexes its own source once, and answers about it', { timeout: 300_000 }, async () => {
  const place = { port: (await reservePort(0)) ?? 0, data: temporaryFolder() };
  const url = `http://127.0.0.1:${place.port}`;
  const question = ['ask', 'wherefore', 'Where are the chunks of a file joined back?', '--json'];
  const first = await start([], place, () => runCommand(question, { url }));
  expect(first.run.code).toBe(0);
  expect(first.run.stdout).toContain(`WHEREFORE_URL=${url} npx wherefore ask wherefore "`);
  expect(first.run.stderr).toContain("Indexed Wherefore's own source");
  expect(first.whileUp).toMatchObject({ code: 0, json: { refused: false } });

  const second = await start([], place, () => runCommand(['status', 'wherefore', '--json'], { url }));
  expect(second.whileUp.json).toMatchObject({ status: 'ready' });
  expect(second.run.stderr).not.toContain('Indexed');
});

test('starts empty, rejects a used port, and frees its own port', { timeout: 300_000 }, async () => {
  const place = { port: (await reservePort(0)) ?? 0, data: temporaryFolder() };
  const environment = { PORT: String(place.port), WHEREFORE_DATA: temporaryFolder() };
  const { run, whileUp } = await start(['--empty'], place, () =>
    runCommand(['start', '--empty'], { environment }),
  );
  expect(run.code).toBe(0);
  expect(whileUp.code).toBe(2);
  expect(whileUp.stderr).toContain(`Port ${place.port} is in use`);
  expect(whileUp.stderr).toContain('PORT=');
  expect(await reservePort(place.port)).toBe(place.port);
});

test('reports an invalid setting of the shell at once', { timeout: 120_000 }, async () => {
  const place = { port: (await reservePort(0)) ?? 0, data: temporaryFolder() };
  const environment = { PORT: String(place.port), WHEREFORE_DATA: place.data, MODE: 'test' };
  const startedAt = performance.now();
  const run = await runCommand(['start', '--empty'], { environment });
  expect(run.code).toBe(1);
  expect(run.stderr).toContain('MODE is "test"; it must be one of open, hosted.');
  expect(run.stderr).toContain('Fix the setting that the message names');
  expect(performance.now() - startedAt).toBeLessThan(60_000);
  expect(await reservePort(place.port)).toBe(place.port);
});
