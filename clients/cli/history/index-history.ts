/**
 * Uploads the history of a repository that was just indexed and prints its progress. The index is already complete,
 * so a failed upload is only printed.
 */

import { ProblemError, type Client } from '../../../worker/contract/client.ts';
import { formatCount, formatBar } from '../indexing/index-progress.ts';
import type { IndexOutcome } from '../indexing/index-source.ts';
import type { PackSource } from '../source/pack-source.ts';
import { createProgressLine } from '../terminal/progress-line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { sendHistory, type HistoryOutcome, type HistoryEvent } from './send-history.ts';

/** How long a server may be unavailable, such as during a restart. */
const maxUnavailableMs = 60_000;
const notFoundStatus = 404;

interface HistoryIndexing {
  readonly client: Client;
  readonly terminal: Terminal;
  readonly source: PackSource;
  readonly includesAllCommits: boolean;
  readonly signal: AbortSignal;
  /** One sentence that explains how to resume after Ctrl-C. */
  readonly abortNote: string;
}

/** @returns the outcome with the history's counts and times; unchanged without a history or when the upload failed */
export async function indexHistory(
  { client, terminal, source, includesAllCommits, signal, abortNote }: HistoryIndexing,
  outcome: IndexOutcome,
): Promise<IndexOutcome> {
  const { git } = source;
  if (git === undefined) {
    terminal.note('No history: this is not a git repository with a commit.');
    return outcome;
  }
  const noteStop = (): void => terminal.note(abortNote);
  signal.addEventListener('abort', noteStop, { once: true });
  const { id, snapshotId } = outcome;
  const report = showHistoryProgress(terminal);
  try {
    const historyOutcome = await sendHistory(client, {
      id,
      snapshotId,
      source,
      git,
      includesAllCommits,
      signal,
      maxUnavailableMs,
      report,
    });
    terminal.overwrite('');
    if (historyOutcome === undefined) terminal.note('No history: git cannot read it.');
    return historyOutcome === undefined ? outcome : withHistory(outcome, historyOutcome, terminal);
  } catch (thrown) {
    terminal.overwrite('');
    if (!(thrown instanceof ProblemError)) throw thrown;
    const { status, title, detail } = thrown.problem;
    terminal.note(
      status === notFoundStatus
        ? 'No history: this server does not accept history.'
        : `The history could not be uploaded: ${title}. ${detail}`,
    );
    return outcome;
  } finally {
    signal.removeEventListener('abort', noteStop);
  }
}

function withHistory(
  outcome: IndexOutcome,
  historyOutcome: HistoryOutcome,
  terminal: Terminal,
): IndexOutcome {
  const { commits, origins, files, notes, stages } = historyOutcome;
  const [commitCount, followedFiles, allFiles] = [commits, origins, files].map(formatCount);
  terminal.note(`History: ${commitCount} commits, line history of ${followedFiles} of ${allFiles} files.`);
  for (const note of notes) terminal.note(note);
  return {
    ...outcome,
    counts: { ...outcome.counts, commits },
    stages: { ...outcome.stages, ...stages },
    totalMs: outcome.totalMs + stages.history + stages.origins,
  };
}

const msPerSecond = 1000;
/** Minimum elapsed time for a meaningful rate. */
const minRatedMs = 1_000;

/** @returns the `report` callback for `sendHistory` */
function showHistoryProgress(terminal: Terminal): (event: HistoryEvent) => void {
  const show = createProgressLine(terminal);
  let kind = '';
  let startedAt = 0;
  return (event) => {
    if (event.kind === 'unavailable') {
      terminal.note(`The server is unavailable (${event.reason}). Retrying.`);
      return;
    }
    if (event.kind !== kind) startedAt = performance.now();
    kind = event.kind;
    show(kind, () => describe(event, performance.now() - startedAt));
  };
}

type ProgressEvent = Exclude<HistoryEvent, { kind: 'unavailable' }>;

const stages = {
  commits: { name: 'history', unit: 'commits' },
  lines: { name: 'lines', unit: 'commits' },
  origins: { name: 'origins', unit: 'files' },
} as const;

function describe(event: ProgressEvent, elapsedMs: number): string {
  const { done, total } = event;
  const { name, unit } = stages[event.kind];
  const rate =
    elapsedMs < minRatedMs ? '' : `, ${formatCount(Math.round((done * msPerSecond) / elapsedMs))} per second`;
  const openLines = event.kind === 'lines' ? `, ${formatCount(event.openLines)} lines to follow` : '';
  const fraction = total === 0 ? 1 : done / total;
  return `${name.padEnd(11)} ${formatBar(fraction)}  ${formatCount(done)} of ${formatCount(total)} ${unit}${rate}${openLines}`;
}
