/**
 * Shows an indexing as it goes. A terminal gets one line that is written over; anywhere else each stage begins a line,
 * with another now and then while it lasts.
 */

import { describeJob, describePacking } from './describe-progress.ts';
import type { IndexEvent } from './index-source.ts';
import type { Terminal } from './terminal.ts';

/** Between two lines of one stage in a log, and between two drawings on a terminal. */
const logIntervalMs = 5_000;
const drawIntervalMs = 100;

/** @returns what to give `indexSource` as its `report`. */
export function showIndexProgress(terminal: Terminal): (event: IndexEvent) => void {
  let stage = '';
  let shownAt = Number.NEGATIVE_INFINITY;
  const show = (nextStage: string, line: () => string): void => {
    const now = performance.now();
    const interval = terminal.interactive ? drawIntervalMs : logIntervalMs;
    if (nextStage === stage && now - shownAt < interval) return;
    stage = nextStage;
    shownAt = now;
    if (terminal.interactive) terminal.overwrite(line());
    else terminal.note(line());
  };
  return (event) => {
    if (event.kind === 'packing') show('packing', () => describePacking(event.progress, event.total));
    else if (event.kind === 'job') showJob(event, show);
    else if (event.kind === 'broken')
      terminal.note(`The connection broke (${event.reason}); the server's job goes on. Asking again.`);
    else terminal.note(`Accepted as ${event.accepted.id}, snapshot ${event.accepted.snapshotId}.`);
  };
}

function showJob(
  event: IndexEvent & { kind: 'job' },
  show: (stage: string, line: () => string) => void,
): void {
  const { repository } = event;
  if (repository.status === 'failed') return;
  show(repository.status === 'ready' ? 'ready' : `job ${repository.stage}`, () => describeJob(repository));
}
