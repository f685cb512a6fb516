/**
 * A progress line. A terminal overwrites one line; a log gets a line at each new stage and one at intervals during a
 * stage.
 */

import type { Terminal } from './terminal.ts';

/** Minimum time between two lines of one stage in a log, and between two redraws on a terminal. */
const logIntervalMs = 5_000;
const drawIntervalMs = 100;

/** @returns a function that takes the stage's name and its line. It may be called at any rate. */
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
