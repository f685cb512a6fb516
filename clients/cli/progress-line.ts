/**
 * The line that shows how far something is. A terminal gets one that is written over; anywhere else each stage begins a line, with
 * another now and then while it lasts.
 */

import type { Terminal } from './terminal.ts';

/** Between two lines of one stage in a log, and between two drawings on a terminal. */
const logIntervalMs = 5_000;
const drawIntervalMs = 100;

/** @returns what to call with a stage's name and its line, however often. */
export function progressLine(terminal: Terminal): (stage: string, line: () => string) => void {
  let stage = '';
  let shownAt = Number.NEGATIVE_INFINITY;
  return (nextStage, line) => {
    const now = performance.now();
    const interval = terminal.interactive ? drawIntervalMs : logIntervalMs;
    if (nextStage === stage && now - shownAt < interval) return;
    stage = nextStage;
    shownAt = now;
    if (terminal.interactive) terminal.overwrite(line());
    else terminal.note(line());
  };
}
