import { expect, test } from 'vitest';
import {
  formatBar,
  formatBytes,
  formatSeconds,
  showIndexProgress,
} from '../../../../clients/cli/indexing/index-progress.ts';
import { createTerminal } from '../../../../clients/cli/terminal/terminal.ts';
import { createRepository } from '../../../support/server/wire-server.ts';

function createReport(isTTY: boolean): { report: ReturnType<typeof showIndexProgress>; text: () => string } {
  let text = '';
  const stderr = { isTTY, columns: 60, write: (piece: string) => (text += piece) };
  const stdout = { write: (piece: string) => (text += `stdout: ${piece}`) };
  return { report: showIndexProgress(createTerminal({ stdout, stderr, json: false })), text: () => text };
}

test('prints one line per stage to a log, however many changes there are', () => {
  const { report, text } = createReport(false);
  for (const percent of [10, 20, 30]) {
    report({ kind: 'job', repository: createRepository({ status: 'parsing', stage: 'parse', percent }) });
  }
  report({ kind: 'job', repository: createRepository({ status: 'indexing', stage: 'index', percent: 60 }) });
  expect(
    text()
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(0, 5)),
  ).toEqual(['parse', 'index']);
});

test('overwrites one line on a terminal, truncated to the terminal’s width', () => {
  const { report, text } = createReport(true);
  report({ kind: 'job', repository: createRepository({ status: 'parsing', stage: 'parse', percent: 10 }) });
  report({ kind: 'job', repository: createRepository({ status: 'indexing', stage: 'index', percent: 60 }) });
  expect(text()).not.toContain('\n');
  const lines = text().split('\r\u001b[K');
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line.length).toBeLessThan(60);
});

test('fills the bar completely only at 100 %', () => {
  expect(formatBar(0)).toBe(`[${'.'.repeat(24)}]   0 %`);
  expect(formatBar(0.999)).toContain(' 99 %');
  expect(formatBar(2)).toBe(`[${'#'.repeat(24)}] 100 %`);
});

test('formats bytes and seconds with a suitable unit', () => {
  expect([formatBytes(999), formatBytes(12_300), formatBytes(12_340_000)]).toEqual([
    '999 B',
    '12 kB',
    '12.3 MB',
  ]);
  expect([formatSeconds(7.4), formatSeconds(200)]).toEqual(['7 s', '3 min 20 s']);
});
