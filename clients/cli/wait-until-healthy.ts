/** Waits for a server that was just started, and tells from its log why it did not come up. */

import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, ProblemError } from '../../worker/contract/client.ts';
import { CommandError } from './command-error.ts';

const startTimeoutMs = 120_000;
const askIntervalMs = 50;
const shownLogLines = 20;
const maxLogBytes = 16 * 1024;

/** @throws CommandError when it ends or stays silent, with the last lines of its log. */
export async function waitUntilHealthy(
  server: { url: string; logFile: string; ended: Promise<void> },
  signal: AbortSignal | undefined,
): Promise<void> {
  let hasEnded = false;
  void server.ended.then(() => (hasEnded = true));
  const client = createClient({ baseUrl: server.url });
  const startedAt = performance.now();
  while (!(await answers(client))) {
    signal?.throwIfAborted();
    const waitedMs = performance.now() - startedAt;
    if (hasEnded) throw startError('The server ended while it was starting.', server.logFile);
    if (waitedMs > startTimeoutMs)
      throw startError('The server did not answer within two minutes.', server.logFile);
    await sleep(askIntervalMs);
  }
}

async function answers(client: ReturnType<typeof createClient>): Promise<boolean> {
  try {
    await client.health();
    return true;
  } catch (thrown) {
    if (thrown instanceof ProblemError) return false;
    throw thrown;
  }
}

function startError(what: string, logFile: string): CommandError {
  return new CommandError('failed', 'server_not_started', {
    message: `${what} The last lines of its log:\n${lastLines(logFile, shownLogLines)}`,
    fix: `The whole log is in ${logFile}.`,
  });
}

/** The end of a file that may be long. */
export function lastLines(path: string, count: number): string {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const start = Math.max(0, size - maxLogBytes);
    const bytes = Buffer.alloc(size - start);
    readSync(file, bytes, { position: start });
    return bytes.toString().trimEnd().split('\n').slice(-count).join('\n');
  } finally {
    closeSync(file);
  }
}
