/**
 * `npm start`: the web app built, the server started, Wherefore's own source indexed, the address printed. Lasts until
 * Ctrl-C, which ends everything it started.
 */

import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '../../../worker/contract/client.ts';
import { buildWeb } from '../build-web.ts';
import { CommandError, usageError } from '../command-error.ts';
import { describeError } from '../describe-error.ts';
import { commandLine } from '../command-line.ts';
import type { Command, CommandContext, CommandResult } from '../command.ts';
import { startLocalServer } from '../local-server.ts';
import type { LocalServer } from '../local-server.ts';
import { indexOwnSource, ownName, sendOwnHistory } from '../own-source.ts';
import type { ParsedArguments } from '../parse-arguments.ts';
import { projectFolder } from '../project-folder.ts';
import { settingsFile } from '../settings-file.ts';
import { showIndexProgress } from '../show-index-progress.ts';
import { lastLogLines } from '../last-log-lines.ts';
import type { Terminal } from '../terminal.ts';
import { tokenKeysFile } from '../token-keys-file.ts';

const defaultPort = 8787;
const maxPort = 65_535;
const parentCheckMs = 500;

const questions = [
  'Where are the chunks of a file joined back?',
  'How is a claim of an answer checked?',
  'What is this project?',
];

export const startCommand: Command = {
  name: 'start',
  summary: 'start the server on this machine, with its own source indexed',
  usage: `[--empty]
  --empty  start with no repository
  The port is PORT (${defaultPort}); data lies in WHEREFORE_DATA (.wrangler/state of the project).
  Every setting of the README's table is taken from the shell: MODELS=… OPENAI_KEY=… npm start`,
  options: { empty: { type: 'boolean' } },
  operands: { needs: [], max: 0 },
  run,
};

async function run(parsed: ParsedArguments, context: CommandContext): Promise<CommandResult> {
  const { terminal, environment, workingDirectory, signal } = context;
  const data = environment['WHEREFORE_DATA'];
  const log = (line: string): void => terminal.note(line);
  const port = portOf(environment);
  const folder = data === undefined || data === '' ? join(projectFolder, '.wrangler/state') : data;
  const dataDirectory = resolve(workingDirectory, folder);
  const settings = settingsFile(dataDirectory, environment);
  if (settings.names.length > 0) log(`Settings of this shell: ${settings.names.join(', ')}`);
  await buildWeb(log, signal);
  const server = await startLocalServer({
    port,
    secretsFiles: [tokenKeysFile(dataDirectory), ...(settings.file === undefined ? [] : [settings.file])],
    log,
    signal,
    ...(data === undefined || data === '' ? {} : { dataDirectory: resolve(workingDirectory, data) }),
  });
  const over = new AbortController();
  try {
    const isEmpty = parsed.flag('empty');
    if (!isEmpty) await indexOwn(server, context);
    terminal.print(greeting(server, isEmpty));
    if (!isEmpty) void noteOwnHistory(server, terminal, AbortSignal.any([signal, over.signal]));
    await untilStopped(server, context);
  } finally {
    over.abort();
    await server.stop();
  }
  return { exit: 'ok', json: { url: server.url } };
}

async function indexOwn(server: LocalServer, { terminal, signal }: CommandContext): Promise<void> {
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

/** Beside the questions that can be asked already. Ends with the server, and then says nothing. */
async function noteOwnHistory(server: LocalServer, terminal: Terminal, signal: AbortSignal): Promise<void> {
  const client = createClient({
    baseUrl: server.url,
    fetch: (input, init) => fetch(input, { ...init, signal }),
  });
  try {
    const sent = await sendOwnHistory(client, signal);
    if (sent !== undefined) terminal.note(`Its history is there too: ${sent.commits} commits.`);
  } catch (thrown) {
    if (signal.aborted) return;
    terminal.note(`Its history could not be handed over: ${describeError(thrown).lines.join(' ')}`);
  }
}

function greeting(server: LocalServer, empty: boolean): string {
  const ask = commandLine(server.url, ['ask', ownName]);
  const tries = questions.map((question) => `  ${ask} "${question}"`);
  const lines = [
    '',
    `Wherefore is at ${server.url}`,
    '',
    ...(empty
      ? [`Index a folder: ${commandLine(server.url, ['index'])} <folder>`]
      : ['Ask there, or here:', ...tries]),
    '',
    `Data: ${server.dataDirectory}   Log: ${server.logFile}   Ctrl-C stops it.`,
  ];
  return lines.join('\n');
}

/** Settles with Ctrl-C, or when npm, having started us, is gone. @throws CommandError when the server ends by itself. */
async function untilStopped(server: LocalServer, { signal, environment }: CommandContext): Promise<void> {
  const over = new AbortController();
  const stopped = new Promise<void>((settle) => {
    if (signal.aborted) settle();
    signal.addEventListener('abort', () => settle(), { once: true });
  });
  const orphaned = environment['npm_lifecycle_event'] === 'start' ? untilParentIsGone(over.signal) : stopped;
  const crashed = server.ended.then(() => 'crashed');
  const why = await Promise.race([stopped, orphaned, crashed]);
  over.abort();
  if (why === 'crashed') throw crash(server);
}

/** npm that is told to end does so without telling the command it runs. */
async function untilParentIsGone(signal: AbortSignal): Promise<void> {
  const parent = process.ppid;
  while (process.ppid === parent && !signal.aborted) await sleep(parentCheckMs);
}

function crash(server: LocalServer): CommandError {
  return new CommandError('failed', 'server_ended', {
    message: `The server ended by itself. The last lines of its log:\n${lastLogLines(server.logFile)}`,
    fix: `Start it again; the whole log is in ${server.logFile}.`,
  });
}

function portOf(environment: CommandContext['environment']): number {
  const given = environment['PORT'];
  if (given === undefined || given === '') return defaultPort;
  const port = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  if (port <= maxPort) return port;
  throw usageError(
    `PORT must be a number from 0 to ${maxPort}; found "${given}".`,
    'Try: PORT=8788 npm start',
  );
}
