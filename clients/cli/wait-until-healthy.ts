/** Waits for a server that was just started. Where it does not come up, its answer or its log says why. */

import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, ProblemError } from '../../worker/contract/client.ts';
import { CommandError } from './command-error.ts';
import { lastLogLines, lastLogMessage } from './last-log-lines.ts';

const startTimeoutMs = 120_000;
const askIntervalMs = 50;
/** An error this many times in a row is no hiccup of starting: settings that cannot be used are one. */
const failuresAllowed = 3;

interface StartingServer {
  readonly url: string;
  readonly logFile: string;
  readonly ended: Promise<void>;
}

/** @throws CommandError when it ends or stays silent, with the last lines of its log. */
export async function waitUntilHealthy(
  server: StartingServer,
  signal: AbortSignal | undefined,
): Promise<void> {
  const over = new AbortController();
  const until = signal === undefined ? over.signal : AbortSignal.any([over.signal, signal]);
  try {
    await Promise.race([untilItAnswers(server, until), untilItFails(server, until)]);
  } finally {
    over.abort();
  }
}

async function untilItAnswers({ url, logFile }: StartingServer, signal: AbortSignal): Promise<void> {
  const client = createClient({ baseUrl: url, fetch: (input, init) => fetch(input, { ...init, signal }) });
  for (let failures = 0; failures < failuresAllowed;) {
    try {
      await client.health();
      return;
    } catch (thrown) {
      signal.throwIfAborted();
      if (!(thrown instanceof ProblemError)) throw thrown;
      const { code, detail, fix } = thrown.problem;
      if (code === 'identity_missing')
        throw new CommandError('failed', 'server_not_started', { message: detail, fix });
      failures = code === 'internal' ? failures + 1 : 0;
    }
    await sleep(askIntervalMs);
  }
  const told = lastLogMessage(logFile);
  if (told === undefined) throw startError('The server came up and fails.', logFile);
  throw new CommandError('failed', 'server_not_started', {
    message: `The server came up and fails. ${told}`,
    fix: `Mend what it names: settings are taken from this shell. The whole log is in ${logFile}.`,
  });
}

async function untilItFails({ logFile, ended }: StartingServer, signal: AbortSignal): Promise<void> {
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  const startedAt = performance.now();
  while (!signal.aborted) {
    if (hasEnded) throw startError('The server ended while it was starting.', logFile);
    if (performance.now() - startedAt > startTimeoutMs)
      throw startError('The server did not answer within two minutes.', logFile);
    await sleep(askIntervalMs);
  }
}

function startError(what: string, logFile: string): CommandError {
  return new CommandError('failed', 'server_not_started', {
    message: `${what} The last lines of its log:\n${lastLogLines(logFile)}`,
    fix: `The whole log is in ${logFile}.`,
  });
}
