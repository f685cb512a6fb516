/** Shows on a terminal that a command waits, as soon as it takes longer than a second and shows no progress of its own. */

import type { Terminal } from './terminal.ts';

const quietMs = 1_000;
const drawIntervalMs = 100;
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'] as const;

export interface WaitingTerminal {
  /** The terminal for the command. Its progress line replaces the waiting line for good. */
  readonly terminal: Terminal;
  stop(): void;
}

export function showWaiting(
  terminal: Terminal,
  now: () => number = () => performance.now(),
): WaitingTerminal {
  const startedAt = now();
  let printedAt = startedAt;
  let drawn = 0;
  const draw = (): void => {
    const time = now();
    if (time - printedAt < quietMs) return;
    const seconds = Math.floor((time - startedAt) / 1_000);
    terminal.overwrite(`${frames[(drawn += 1) % frames.length] ?? ''} Waiting for the server, ${seconds} s`);
  };
  const timer = terminal.isInteractive ? setInterval(draw, drawIntervalMs) : undefined;
  const stop = (): void => {
    clearInterval(timer);
    if (drawn > 0) terminal.overwrite('');
    drawn = 0;
  };
  const print = <Values extends unknown[]>(write: (...values: Values) => void) => {
    return (...values: Values): void => {
      printedAt = now();
      write(...values);
    };
  };
  return {
    terminal: {
      ...terminal,
      print: print(terminal.print),
      note: print(terminal.note),
      overwrite(text) {
        stop();
        terminal.overwrite(text);
      },
    },
    stop,
  };
}
