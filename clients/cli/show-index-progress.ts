/** Shows an indexing as it goes. */

import { describeJob, describePacking } from './describe-progress.ts';
import type { IndexEvent } from './index-source.ts';
import { progressLine } from './progress-line.ts';
import type { Terminal } from './terminal.ts';

/** @returns what to give `indexSource` as its `report`. */
export function showIndexProgress(terminal: Terminal): (event: IndexEvent) => void {
  const show = progressLine(terminal);
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
