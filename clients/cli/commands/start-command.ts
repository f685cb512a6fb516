/**
 * `npm start`: builds the app, starts the server, indexes Wherefore's own source and prints the address. Runs until
 * Ctrl-C, which ends everything it started.
 */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../../worker/contract/client.ts';
import { buildWeb } from '../local-server/build.ts';
import { CommandError, usageError } from '../command-error.ts';
import { describeError } from '../describe-error.ts';
import type { Command, CommandContext, CommandResult, ParsedArguments } from '../command.ts';
import { formatGreeting } from '../local-server/format-greeting.ts';
import { startLocalServer } from '../local-server/start-local-server.ts';
import type { LocalServer } from '../local-server/start-local-server.ts';
import { indexOwnSource, sendOwnHistory } from '../indexing/index-own-source.ts';
import { projectFolder, serveProgram } from '../local-server/project-folder.ts';
import { writeSettingsFile, ensureTokenKeysFile } from '../local-server/settings-file.ts';
import { showIndexProgress } from '../indexing/index-progress.ts';
import { lastLogLines } from '../local-server/wait-until-healthy.ts';
import type { Terminal } from '../terminal/terminal.ts';

const defaultPort = 8787;
const maxPort = 65_535;
const parentCheckMs = 500;

export const startCommand: Command = {
  name: 'start',
  summary: 'start a local server with its own source indexed',
  usage: `[--empty]
  --empty  start with no repository
  --json   print the address as one JSON object when the server has stopped
  PORT sets the port (${defaultPort}), WHEREFORE_DATA the data directory (the project's .wrangler/state).
  Every setting in web/docs/configuration.md can be set in the shell: MODELS=… OPENAI_KEY=… npm start`,
  options: { empty: { type: 'boolean' } },
  operands: { needs: [], max: 0 },
  isOpenEnded: true,
  run,
};

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const { terminal, environment, workingDirectory, signal } = context;
  const data = environment['WHEREFORE_DATA'];
  const log = (line: string): void => terminal.note(line);
  if (!existsSync(serveProgram)) throw noServerError();
  const port = parsePort(environment);
  const folder = data === undefined || data === '' ? join(projectFolder, '.wrangler/state') : data;
  const dataDirectory = resolve(workingDirectory, folder);
  const settings = writeSettingsFile(dataDirectory, environment);
  if (settings.names.length > 0) log(`Settings from this shell: ${settings.names.join(', ')}`);
  await buildWeb(log, signal);
  const server = await startLocalServer({
    port,
    secretsFiles: [
      ensureTokenKeysFile(dataDirectory),
      ...(settings.file === undefined ? [] : [settings.file]),
    ],
    log,
    signal,
    ...(data === undefined || data === '' ? {} : { dataDirectory: resolve(workingDirectory, data) }),
  });
  const historyAbort = new AbortController();
  try {
    const isEmpty = parsed.flag('empty');
    if (!isEmpty) await indexOwnRepository(server, context);
    const { mode } = await createClient({ baseUrl: server.url }).health();
    terminal.print(formatGreeting(server, { isEmpty, mode }));
    if (!isEmpty) void uploadOwnHistory(server, terminal, AbortSignal.any([signal, historyAbort.signal]));
    await waitUntilStopped(server, context);
  } finally {
    historyAbort.abort();
    await server.stop();
  }
  return { exit: 'ok', json: { url: server.url } };
}

async function indexOwnRepository(server: LocalServer, { terminal, signal }: CommandContext): Promise<void> {
  const client = createClient({ baseUrl: server.url });
  const report = showIndexProgress(terminal);
  const outcome = await indexOwnSource(client, { dataDirectory: server.dataDirectory, signal, report });
  terminal.overwrite('');
  if (outcome === undefined) return;
  const { files, chunks } = outcome.counts;
  if (outcome.status === 'ready')
    terminal.note(`Indexed Wherefore's own source: ${files} files, ${chunks} chunks.`);
  else
    terminal.note(
      `Wherefore's own source could not be indexed: ${outcome.error?.message ?? 'no reason was given'}`,
    );
}

/** Uploads the history in the background while users can already ask questions. Ends silently when the server stops. */
async function uploadOwnHistory(server: LocalServer, terminal: Terminal, signal: AbortSignal): Promise<void> {
  const client = createClient({
    baseUrl: server.url,
    fetch: (input, init) => fetch(input, { ...init, signal }),
  });
  try {
    const sent = await sendOwnHistory(client, signal);
    if (sent !== undefined) terminal.note(`History indexed: ${sent.commits} commits.`);
  } catch (thrown) {
    if (signal.aborted) return;
    terminal.note(`The history could not be uploaded: ${describeError(thrown).lines.join(' ')}`);
  }
}

/**
 * Resolves after Ctrl-C, or when the npm process that started this process has ended. @throws CommandError when the
 * server ends unexpectedly.
 */
async function waitUntilStopped(server: LocalServer, { signal, environment }: CommandContext): Promise<void> {
  const parentCheckAbort = new AbortController();
  const stopped = new Promise<void>((settle) => {
    if (signal.aborted) settle();
    signal.addEventListener('abort', () => settle(), { once: true });
  });
  const orphaned =
    environment['npm_lifecycle_event'] === 'start' ? waitForParentExit(parentCheckAbort.signal) : stopped;
  const crashed = server.ended.then(() => 'crashed');
  const firstEvent = await Promise.race([stopped, orphaned, crashed]);
  parentCheckAbort.abort();
  if (firstEvent === 'crashed') throw crashError(server);
}

/** A terminated npm does not signal the command it runs. */
async function waitForParentExit(signal: AbortSignal): Promise<void> {
  const parent = process.ppid;
  while (process.ppid === parent && !signal.aborted) await sleep(parentCheckMs);
}

/** The package of the command line is one program for any server. */
function noServerError(): CommandError {
  return new CommandError('usage', 'no_server', {
    message: 'This installation contains only the command line, not the server.',
    fix: 'Run `npm start` in a clone of Wherefore, or set WHEREFORE_URL and WHEREFORE_KEY to use a running server.',
  });
}

function crashError(server: LocalServer): CommandError {
  return new CommandError('failed', 'server_ended', {
    message: `The server ended unexpectedly. The last lines of its log:\n${lastLogLines(server.logFile)}`,
    fix: `Start it again; the full log is in ${server.logFile}.`,
  });
}

function parsePort(environment: CommandContext['environment']): number {
  const text = environment['PORT'];
  if (text === undefined || text === '') return defaultPort;
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (port <= maxPort) return port;
  throw usageError(
    `PORT must be a number from 0 to ${maxPort}; found "${text}".`,
    'Try: PORT=8788 npm start',
  );
}
