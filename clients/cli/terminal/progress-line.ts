/**
 * Displays a progress line. On a terminal, it overwrites one line. In a log, it adds a line for each new stage and at
 * intervals during a stage.
 */

import type { Terminal } from './terminal.ts';

/** Minimum time between two lines of one stage in a log, and between two redraws on a terminal. */
const logIntervalMs = 5_000;
const drawIntervalMs = 100;

/** @returns a function that displays the line of a stage. It may be called at any rate. */
export function createProgressLine(terminal: Terminal): (stage: string, line: () => string) => void {
  let stage = '';
  let shownAt = Number.NEGATIVE_INFINITY;
  return (nextStage, line) => {
    const now = performance.now();
    const interval = terminal.isInteractive ? drawIntervalMs : logIntervalMs;
    if (nextStage === stage && now - shownAt < interval) return;
    stage = nextStage;
    shownAt = now;
    if (terminal.isInteractive) terminal.overwrite(line());
    else terminal.note(line());
  };
}
