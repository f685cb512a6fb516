/** Shows how far the hand-over of a history is: counts, and how many a second. */

import { bar, formatCount } from '../describe-progress.ts';
import { progressLine } from '../progress-line.ts';
import type { Terminal } from '../terminal.ts';
import type { HistoryEvent } from './send-history.ts';

const msPerSecond = 1000;
/** Before it, a rate says nothing. */
const minRatedMs = 1_000;

/** @returns what to give `sendHistory` as its `report`. */
export function showHistoryProgress(terminal: Terminal): (event: HistoryEvent) => void {
  const show = progressLine(terminal);
  let kind = '';
  let startedAt = 0;
  return (event) => {
    if (event.kind === 'away') {
      terminal.note(`The server is away (${event.reason}). Asking again.`);
      return;
    }
    if (event.kind !== kind) startedAt = performance.now();
    kind = event.kind;
    show(kind, () => describe(event, performance.now() - startedAt));
  };
}

type Counted = Exclude<HistoryEvent, { kind: 'away' }>;

const stages = {
  commits: { name: 'history', unit: 'commits' },
  lines: { name: 'lines', unit: 'commits' },
  origins: { name: 'origins', unit: 'files' },
} as const;

function describe(event: Counted, passedMs: number): string {
  const { done, total } = event;
  const { name, unit } = stages[event.kind];
  const rate =
    passedMs < minRatedMs ? '' : `, ${formatCount(Math.round((done * msPerSecond) / passedMs))} a second`;
  const open = event.kind === 'lines' ? `, ${formatCount(event.open)} lines to follow` : '';
  const share = total === 0 ? 1 : done / total;
  return `${name.padEnd(11)} ${bar(share)}  ${formatCount(done)} of ${formatCount(total)} ${unit}${rate}${open}`;
}
