/** Prints the outcome of an index job with the next command to run, and notes on Ctrl-C whether the job continues. */

import { describeSkipReason, type Client } from '../../../worker/contract/client.ts';
import type { Coverage } from '../../../worker/contract/repositories/schema.ts';
import type { CommandContext } from '../command.ts';
import { formatCommandLine, serverUrl } from '../connect.ts';
import { formatFix } from '../describe-error.ts';
import { formatTable } from '../terminal/format-table.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { IndexEvent, IndexOutcome } from './index-source.ts';

export async function printOutcome(
  target: { client: Client; terminal: Terminal; name: string; url: string },
  outcome: IndexOutcome,
): Promise<void> {
  const { client, terminal, name, url } = target;
  if (outcome.status === 'ready') {
    terminal.print(describeOutcome(outcome));
    terminal.print(`\n${describeSkipped(await client.coverage(outcome.id))}`);
    terminal.print(`\n"${name}" is ready: ${formatCommandLine(url, ['ask', name])} "…"`);
    return;
  }
  const lines = outcome.error === undefined ? ['The server gave no reason.'] : describeFailure(outcome.error);
  terminal.note(`Indexing "${name}" failed: ${lines.join('\n')}`);
  if (outcome.error?.retryable === true) terminal.note(formatCommandLine(url, ['retry', name]));
}

/** Describes what failed and what to do, in one line each. */
export function describeFailure(error: NonNullable<IndexOutcome['error']>): string[] {
  return [error.message, formatFix(error.fix)].filter((line) => line !== '');
}

/** After Ctrl-C, notes that the job continues on the server. Before the server accepts a job, notes `earlyNote`. */
export function withAbortNote(
  context: CommandContext,
  report: (event: IndexEvent) => void,
  earlyNote: string,
): (event: IndexEvent) => void {
  const url = serverUrl(context.environment);
  let id: string | undefined;
  let isReady = false;
  context.signal.addEventListener('abort', () => {
    if (isReady) return;
    context.terminal.note(
      id === undefined
        ? earlyNote
        : `Stopped watching. The job continues on the server: ${formatCommandLine(url, ['status', id])}`,
    );
  });
  return (event) => {
    if (event.kind === 'accepted') id = event.accepted.id;
    if (event.kind === 'job') isReady = event.repository.status === 'ready';
    report(event);
  };
}

const msPerSecond = 1000;

/** Formats the seconds per stage, then the counts. */
export function describeOutcome(outcome: IndexOutcome): string {
  const stages = Object.entries(outcome.stages).map(([stage, ms]) => [stage, formatStageTime(ms)]);
  const counts = Object.entries(outcome.counts);
  return [
    formatTable([...stages, ['total', formatStageTime(outcome.totalMs)]]),
    '',
    formatTable([...counts, ['rows written', outcome.rowsWritten]]),
  ].join('\n');
}

/** Summarizes skipped files by reason, most frequent first, masked secrets, and files that are only partly in the graph. */
export function describeSkipped(coverage: Coverage): string {
  const reasons = Object.entries(coverage.skippedByReason).sort((left, right) => right[1] - left[1]);
  const masked = coverage.masked.length;
  const lines = reasons.map(([reason, count]) => [describeSkipReason(reason), count] as const);
  const skipped = lines.length === 0 ? 'Nothing was skipped.' : `Skipped by reason:\n${formatTable(lines)}`;
  return [
    skipped,
    ...(masked === 0 ? [] : [`Secrets masked: ${masked}`]),
    ...(coverage.cut.length === 0 ? [] : [`Only partly in the graph: ${coverage.cut.length}`]),
  ].join('\n');
}

function formatStageTime(ms: number): string {
  return `${(ms / msPerSecond).toFixed(2).padStart(8)} s`;
}
