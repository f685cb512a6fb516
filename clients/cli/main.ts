/**
 * Entry point of the command line: selects and runs the command. Only this file prints errors and sets the exit code.
 */

import manifest from '../../package.json' with { type: 'json' };
import type { CommandResult } from './command.ts';
import { commands } from './command-list.ts';
import { usageError, exitCodes, type ExitName } from './command-error.ts';
import { describeError } from './describe-error.ts';
import { parseArguments, formatHelp } from './parse-arguments.ts';
import { createTerminal } from './terminal/terminal.ts';
import { showWaiting } from './terminal/waiting-line.ts';

const [name, ...args] = process.argv.slice(2);
const isJson = process.argv.includes('--json');
const terminal = createTerminal({
  stdout: process.stdout,
  stderr: process.stderr,
  json: isJson,
  isPlain: process.argv.includes('--plain'),
  hasNoColor: (process.env['NO_COLOR'] ?? '') !== '',
});
const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interruption.abort());

/** The program that reads a pipe may close it early (`| head`). */
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(exitCodes.ok);
  throw error;
});

process.exitCode = exitCodes[await main()];

async function main(): Promise<ExitName> {
  try {
    const { exit, json } = await run();
    if (isJson) terminal.json(json);
    return exit;
  } catch (thrown) {
    terminal.overwrite('');
    if (interruption.signal.aborted) return reportInterruption();
    const { exit, lines, json } = describeError(thrown);
    for (const line of lines) terminal.note(line);
    if (isJson) terminal.json(json);
    return exit;
  }
}

function reportInterruption(): ExitName {
  if (isJson) terminal.json({ status: 'interrupted' });
  return 'interrupted';
}

async function run(): Promise<CommandResult> {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h')
    return printText(overview());
  if (name === '--version') return printText(manifest.version);
  const command = commands.find((candidate) => candidate.name === name);
  if (command === undefined) {
    throw usageError(
      `There is no command "${name}".`,
      `Commands: ${commands.map((known) => known.name).join(', ')}.`,
    );
  }
  const parsed = parseArguments(command, args);
  if (parsed.flag('help')) return printText(formatHelp(command));
  const waiting = command.isOpenEnded === true ? { terminal, stop: () => undefined } : showWaiting(terminal);
  const running = command.run(parsed, {
    terminal: waiting.terminal,
    environment: process.env,
    workingDirectory: process.cwd(),
    signal: interruption.signal,
  });
  return running.finally(() => waiting.stop());
}

function printText(text: string): CommandResult {
  terminal.print(text);
  return { exit: 'ok', json: { text } };
}

function overview(): string {
  const lines = commands.map((command) => `  ${command.name.padEnd(10)} ${command.summary}`);
  const environment = '  WHEREFORE_URL (http://127.0.0.1:8787) and WHEREFORE_KEY select the server.';
  return ['Usage: wherefore <command> [arguments]', '', ...lines, '', environment].join('\n');
}
