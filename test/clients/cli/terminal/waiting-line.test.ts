/** The line that shows that a command waits. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTerminal } from '../../../../clients/cli/terminal/terminal.ts';
import { showWaiting } from '../../../../clients/cli/terminal/waiting-line.ts';

let written: string;
beforeEach(() => {
  vi.useFakeTimers();
  written = '';
});
afterEach(() => {
  vi.useRealTimers();
});

function openTerminal(isTTY: boolean) {
  const output = { isTTY, columns: 80, write: (text: string) => void (written += text) };
  return createTerminal({ stdout: output, stderr: output, json: false });
}

test('appears after a second without output, and is removed at the end', () => {
  const waiting = showWaiting(openTerminal(true));
  vi.advanceTimersByTime(900);
  expect(written).toBe('');
  vi.advanceTimersByTime(2_200);
  expect(written).toContain('Waiting for the server, 3 s');
  waiting.terminal.print('result');
  expect(written.endsWith('\r\u001b[Kresult\n')).toBe(true);
  waiting.stop();
  vi.advanceTimersByTime(5_000);
  expect(written).toMatch(/result\n$/);
});

test('gives way to the progress of the command', () => {
  const { terminal } = showWaiting(openTerminal(true));
  terminal.overwrite('1 of 2');
  vi.advanceTimersByTime(5_000);
  expect(written).toBe('1 of 2');
});

test('is not written to a pipe', () => {
  showWaiting(openTerminal(false));
  vi.advanceTimersByTime(5_000);
  expect(written).toBe('');
});
