/**
 * Entry point of the command line: selects and runs the command. Only this file prints errors and sets the exit code.
 */

import manifest from '../../package.json' with { type: 'json' };
import type { Command, CommandResult } from './command.ts';
import { usageError, exitCodes, type ExitName } from './command-error.ts';
import { askCommand } from './commands/ask-command.ts';
import { contextCommand } from './commands/context-command.ts';
import { feedbackCommand } from './commands/feedback-command.ts';
import { graphCommand } from './commands/graph-command.ts';
import { grepCommand } from './commands/grep-command.ts';
import { indexCommand } from './commands/index-command.ts';
import { keysCommand } from './commands/keys-command.ts';
import { listCommand } from './commands/list-command.ts';
import { mcpCommand } from './commands/mcp-command.ts';
import { modelsCommand } from './commands/models-command.ts';
import { overviewCommand } from './commands/overview-command.ts';
import { removeCommand } from './commands/remove-command.ts';
import { retryCommand } from './commands/retry-command.ts';
import { searchCommand } from './commands/search-command.ts';
import { startCommand } from './commands/start-command.ts';
import { statusCommand } from './commands/status-command.ts';
import { verifyCommand } from './commands/verify-command.ts';
import { versionsCommand } from './commands/versions-command.ts';
import { describeError } from './describe-error.ts';
import { parseArguments, formatUsage } from './parse-arguments.ts';
import { createTerminal } from './terminal/terminal.ts';

const commands: readonly Command[] = [
  indexCommand,
  askCommand,
  modelsCommand,
  searchCommand,
  contextCommand,
  grepCommand,
  graphCommand,
  listCommand,
  overviewCommand,
  statusCommand,
  versionsCommand,
  verifyCommand,
  retryCommand,
  removeCommand,
  feedbackCommand,
  keysCommand,
  mcpCommand,
  startCommand,
];

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
  if (parsed.flag('help')) return printText(formatUsage(command));
  return command.run(parsed, {
    terminal,
    environment: process.env,
    workingDirectory: process.cwd(),
    signal: interruption.signal,
  });
}

function printText(text: string): CommandResult {
  terminal.print(text);
  return { exit: 'ok', json: { text } };
}

function overview(): string {
  const lines = commands.map((command) => `  ${command.name.padEnd(8)} ${command.summary}`);
  const environment = '  WHEREFORE_URL (http://127.0.0.1:8787) and WHEREFORE_KEY select the server.';
  return ['Usage: wherefore <command> [arguments]', '', ...lines, '', environment].join('\n');
}
