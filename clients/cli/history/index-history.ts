/**
 * The history of what was just indexed, handed over and told of. The index is ready by then: what goes wrong here is said, and
 * takes nothing from it.
 */

import type { Client } from '../../../worker/contract/client.ts';
import { ProblemError } from '../../../worker/contract/client.ts';
import { formatCount } from '../describe-progress.ts';
import type { IndexOutcome } from '../index-source.ts';
import type { PackSource } from '../source/pack-source.ts';
import type { Terminal } from '../terminal.ts';
import { sendHistory } from './send-history.ts';
import type { HistoryOutcome } from './send-history.ts';
import { showHistoryProgress } from './show-history-progress.ts';

/** How long a server may be away while it is restarted. */
const patienceMs = 60_000;
const notFound = 404;

interface HistoryIndexing {
  readonly client: Client;
  readonly terminal: Terminal;
  readonly source: PackSource;
  readonly full: boolean;
  readonly signal: AbortSignal;
  /** How to take it up again after Ctrl-C, a sentence. */
  readonly ifStopped: string;
}

/** @returns the outcome with what the history added; as it was where there is none or it could not be handed over. */
export async function indexHistory(
  { client, terminal, source, full, signal, ifStopped }: HistoryIndexing,
  outcome: IndexOutcome,
): Promise<IndexOutcome> {
  const { git } = source;
  if (git === undefined) {
    terminal.note('No history: there is no git repository with a commit here.');
    return outcome;
  }
  const noteStop = (): void => terminal.note(ifStopped);
  signal.addEventListener('abort', noteStop, { once: true });
  const { id, snapshotId } = outcome;
  const report = showHistoryProgress(terminal);
  try {
    const sent = await sendHistory(client, { id, snapshotId, source, git, full, signal, patienceMs, report });
    terminal.overwrite('');
    if (sent === undefined) terminal.note('No history: git cannot read it here.');
    return sent === undefined ? outcome : withHistory(outcome, sent, terminal);
  } catch (thrown) {
    terminal.overwrite('');
    if (!(thrown instanceof ProblemError)) throw thrown;
    const { status, title, detail } = thrown.problem;
    terminal.note(
      status === notFound
        ? 'No history: this server takes none.'
        : `The history could not be handed over: ${title}. ${detail}`,
    );
    return outcome;
  } finally {
    signal.removeEventListener('abort', noteStop);
  }
}

function withHistory(outcome: IndexOutcome, sent: HistoryOutcome, terminal: Terminal): IndexOutcome {
  const { commits, origins, files, notes, stages } = sent;
  const [count, known, all] = [commits, origins, files].map(formatCount);
  terminal.note(`History: ${count} commits; where the lines of ${known} of ${all} files come from.`);
  for (const note of notes) terminal.note(note);
  return {
    ...outcome,
    counts: { ...outcome.counts, commits },
    stages: { ...outcome.stages, ...stages },
    totalMs: outcome.totalMs + stages.history + stages.origins,
  };
}
