/** How an indexing ended, told to a person with the command to type next; and what becomes of it when they stop watching. */

import type { Client } from '../../worker/contract/client.ts';
import { commandLine } from './command-line.ts';
import type { CommandContext } from './command.ts';
import { serverUrl } from './connect.ts';
import { adviceOf } from './describe-error.ts';
import { describeOutcome, describeSkipped } from './describe-outcome.ts';
import type { IndexEvent, IndexOutcome } from './index-source.ts';
import type { Terminal } from './terminal.ts';

export async function printOutcome(
  to: { client: Client; terminal: Terminal; name: string; url: string },
  outcome: IndexOutcome,
): Promise<void> {
  const { client, terminal, name, url } = to;
  if (outcome.status === 'ready') {
    terminal.print(describeOutcome(outcome));
    terminal.print(`\n${describeSkipped(await client.coverage(outcome.id))}`);
    terminal.print(`\n"${name}" is ready: ${commandLine(url, ['ask', name])} "…"`);
    return;
  }
  const lines = outcome.error === undefined ? ['The server gave no reason.'] : linesOf(outcome.error);
  terminal.note(`Indexing "${name}" failed: ${lines.join('\n')}`);
  if (outcome.error?.retryable === true) terminal.note(commandLine(url, ['retry', name]));
}

/** What failed, then what to do, a line each. */
export function linesOf(error: NonNullable<IndexOutcome['error']>): string[] {
  return [error.message, adviceOf(error.fix)].filter((line) => line !== '');
}

/** Ctrl-C leaves the server's job going, and says so; before there is one, `before` is said. */
export function withAbortNote(
  context: CommandContext,
  report: (event: IndexEvent) => void,
  before: string,
): (event: IndexEvent) => void {
  const url = serverUrl(context.environment);
  let id: string | undefined;
  let isReady = false;
  context.signal.addEventListener('abort', () => {
    if (isReady) return;
    context.terminal.note(
      id === undefined
        ? before
        : `Stopped watching. The server goes on by itself: ${commandLine(url, ['status', id])}`,
    );
  });
  return (event) => {
    if (event.kind === 'accepted') id = event.accepted.id;
    if (event.kind === 'job') isReady = event.repository.status === 'ready';
    report(event);
  };
}
