/** The terminal output contains no control characters from indexed text, so that such text cannot control the terminal. */

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

const hostileText = 'a\u001b[2Jb\u009b31mc\rd\u0007e\u202ef\u2066g';
const sanitizedText = 'a[2Jb31mcdefg';

test('removes control characters from results and notes, and keeps line feeds, tabs and letters of any script', () => {
  const { terminal, written } = open();
  terminal.print(`${hostileText}\n\tZo\u00eb \u05d0`);
  terminal.note(hostileText);
  expect(written).toEqual({ stdout: `${sanitizedText}\n\tZo\u00eb \u05d0\n`, stderr: `${sanitizedText}\n` });
});

test('clears an overwritten line with its own escape sequence only', () => {
  const { terminal, written } = open(true);
  terminal.overwrite(hostileText);
  terminal.overwrite('');
  expect(written.stderr).toBe(`${sanitizedText}\r\u001b[K`);
});

test('escapes control characters in JSON, which parses back to the original', () => {
  const { terminal, written } = open();
  terminal.json({ author: hostileText });
  expect(written.stdout.trim()).toMatch(/^[\x20-\x7e]+$/);
  expect(JSON.parse(written.stdout)).toEqual({ author: hostileText });
});

const printStyled = (options: {
  isTTY?: boolean;
  isPlain?: boolean;
  hasNoColor?: boolean;
  json?: boolean;
}): string => {
  let written = '';
  const stream = { isTTY: options.isTTY ?? true, write: (text: string) => (written += text) };
  const terminal = createTerminal({ stdout: stream, stderr: stream, json: false, ...options });
  terminal.print(hostileText, 'strong');
  terminal.overwrite('busy');
  return written;
};

test('styles text only on a terminal, and not if the user asks for plain text or no colors', () => {
  expect(printStyled({})).toBe(`\u001b[1m${sanitizedText}\u001b[0m\nbusy`);
  expect(printStyled({ hasNoColor: true })).toBe(`${sanitizedText}\nbusy`);
  expect(printStyled({ json: true })).toBe(`${sanitizedText}\nbusy`);
  for (const plain of [{ isPlain: true }, { isTTY: false }])
    expect(printStyled(plain)).toBe(`${sanitizedText}\n`);
});
