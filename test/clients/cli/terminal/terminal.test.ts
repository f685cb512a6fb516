/** What strangers wrote does nothing to the terminal it is shown on. */

import { expect, test } from 'vitest';
import { createTerminal } from '../../../../clients/cli/terminal/terminal.ts';

function open(isTTY = false) {
  const written = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => ({
    isTTY,
    write: (text: string) => (written[name] += text),
  });
  const terminal = createTerminal({ stdout: stream('stdout'), stderr: stream('stderr'), json: false });
  return { terminal, written };
}

const hostile = 'a\u001b[2Jb\u009b31mc\rd\u0007e\u202ef\u2066g';
const harmless = 'a[2Jb31mcdefg';

test('results and notes lose their controls, and keep lines, tabs and letters of any script', () => {
  const { terminal, written } = open();
  terminal.print(`${hostile}\n\tZo\u00eb \u05d0`);
  terminal.note(hostile);
  expect(written).toEqual({ stdout: `${harmless}\n\tZo\u00eb \u05d0\n`, stderr: `${harmless}\n` });
});

test('a line that is written over is cleared by the terminal alone', () => {
  const { terminal, written } = open(true);
  terminal.overwrite(hostile);
  terminal.overwrite('');
  expect(written.stderr).toBe(`${harmless}\r\u001b[K`);
});

test('JSON says them by their numbers, and is read as it was', () => {
  const { terminal, written } = open();
  terminal.json({ author: hostile });
  expect(written.stdout.trim()).toMatch(/^[\x20-\x7e]+$/);
  expect(JSON.parse(written.stdout)).toEqual({ author: hostile });
});
