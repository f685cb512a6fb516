/**
 * Waits until a started server responds. On failure, the error quotes the server's response or the end of its log.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { createClient, ProblemError } from '../../../worker/contract/client.ts';
import { CommandError } from '../command-error.ts';

export const startTimeoutMs = 120_000;
const pollIntervalMs = 50;
/** After this many consecutive errors the start has failed, for example because of an invalid setting. */
const maxFailures = 3;

interface StartingServer {
  readonly url: string;
  readonly logFile: string;
  readonly ended: Promise<void>;
}

/** @throws CommandError with the last log lines when the server ends or does not respond. */
export async function waitUntilHealthy(
  server: StartingServer,
  signal: AbortSignal | undefined,
): Promise<void> {
  const abort = new AbortController();
  const stopSignal = signal === undefined ? abort.signal : AbortSignal.any([abort.signal, signal]);
  try {
    await Promise.race([waitForHealth(server, stopSignal), waitForFailure(server, stopSignal)]);
  } finally {
    abort.abort();
  }
}

async function waitForHealth({ url, logFile }: StartingServer, signal: AbortSignal): Promise<void> {
  const client = createClient({ baseUrl: url, fetch: (input, init) => fetch(input, { ...init, signal }) });
  for (let failures = 0; failures < maxFailures;) {
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
    await sleep(pollIntervalMs);
  }
  const lastMessage = lastLogMessage(logFile);
  if (lastMessage === undefined) throw startError('The server started but reports errors.', logFile);
  throw new CommandError('failed', 'server_not_started', {
    message: `The server started but reports errors. ${lastMessage}`,
    fix: `Fix the setting that the message names. Settings come from this shell. The full log is in ${logFile}.`,
  });
}

async function waitForFailure({ logFile, ended }: StartingServer, signal: AbortSignal): Promise<void> {
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  const startedAt = performance.now();
  while (!signal.aborted) {
    if (hasEnded) throw startError('The server ended while it was starting.', logFile);
    if (performance.now() - startedAt > startTimeoutMs)
      throw startError('The server did not respond within two minutes.', logFile);
    await sleep(pollIntervalMs);
  }
}

/** An error that quotes the end of the server's log. */
export function startError(summary: string, logFile: string): CommandError {
  return new CommandError('failed', 'server_not_started', {
    message: `${summary} The last lines of its log:\n${lastLogLines(logFile)}`,
    fix: `The full log is in ${logFile}.`,
  });
}

const maxLogLines = 20;
const maxLogBytes = 16 * 1024;

/** Returns the last lines of the log, without colors. Reads only the end of the file. */
export function lastLogLines(path: string): string {
  return logLines(path).slice(-maxLogLines).join('\n');
}

/** Returns the message of the last structured log line; undefined when there is none. */
function lastLogMessage(path: string): string | undefined {
  for (const line of logLines(path).toReversed()) {
    try {
      const { message } = JSON.parse(line.slice(line.indexOf('{'))) as { message?: unknown };
      if (typeof message === 'string') return message;
    } catch {
      // Not a structured line.
    }
  }
  return undefined;
}

function logLines(path: string): string[] {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, maxLogBytes));
    readSync(file, bytes, { position: size - bytes.length });
    return stripVTControlCharacters(bytes.toString())
      .split('\n')
      .filter((line) => line.trim() !== '');
  } finally {
    closeSync(file);
  }
}
