/** `wherefore eval` against a server with fixed search results. */

import { describe, expect, test } from 'vitest';
import { computeFigures, findRank } from '../../../../clients/cli/evaluation/score-cases.ts';
import { createFolder } from '../../../support/files/temporary-folder.ts';
import { runCommand, type CommandRun } from '../../../support/server/run-command.ts';
import { createRepository, sendJson, startWireServer } from '../../../support/server/wire-server.ts';

const results = [
  { path: 'src/a.ts', startLine: 1, endLine: 9 },
  { path: 'src/b.ts', startLine: 10, endLine: 20 },
];
const cases = [
  { question: 'Where is b?', expected: ['src/b.ts:20-30'] },
  { question: 'Where is a?', expected: ['src/none.ts', 'src/a.ts'] },
  { question: 'Where is c?', expected: ['src/b.ts:21'] },
];
const rated = [
  { question: 'Where is a?', rating: 'up', cited: [{ path: 'src/a.ts', startLine: 2, endLine: 3 }] },
  { question: 'Where is b?', rating: 'down', cited: [{ path: 'src/b.ts', startLine: 2, endLine: 3 }] },
];
const toLines = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');

async function evaluate(...options: string[]): Promise<CommandRun> {
  const { url } = await startWireServer({
    'GET /v1/repositories': (response) => sendJson(response, { repositories: [createRepository()] }),
    'POST /v1/repositories/r1/search': (response) => sendJson(response, { results }),
  });
  const workingDirectory = createFolder({
    'cases.jsonl': toLines(cases),
    'feedback.jsonl': toLines(rated),
    'bad.jsonl': `${toLines(cases)}{"question": 1}\n`,
  });
  return runCommand(['eval', 'r1', ...options], { url, workingDirectory });
}

describe('eval', () => {
  test('reports hits, and what was found instead', async () => {
    const run = await evaluate('--cases', 'cases.jsonl', '--json');
    expect(run).toMatchObject({
      code: 0,
      json: { cases: 3, hit1: 1 / 3, hit5: 2 / 3, hit10: 2 / 3, mrr10: 0.5 },
    });
    expect(run.stderr).toContain('Not found: Where is c?\n  first results: src/a.ts:1-9, src/b.ts:10-20');
  });

  test('exits with 1 below the required hits', async () => {
    expect((await evaluate('--cases', 'cases.jsonl', '--min-hit5', '60')).code).toBe(0);
    expect((await evaluate('--cases', 'cases.jsonl', '--min-hit5', '70')).code).toBe(1);
  });

  test('measures what helpful answers cite', async () => {
    const run = await evaluate('--feedback', 'feedback.jsonl', '--json');
    expect(run).toMatchObject({ code: 0, json: { cases: 1, skipped: 1, hit1: 1 } });
  });

  test.each([
    { options: [], message: 'Use either --cases or --feedback' },
    { options: ['--cases', 'none.jsonl'], message: '"none.jsonl" cannot be read (ENOENT)' },
    { options: ['--cases', 'bad.jsonl'], message: 'bad.jsonl:4 is not a case' },
  ])('explains invalid input: $message', async ({ options, message }) => {
    const run = await evaluate(...options);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});

test('a place without lines is a whole file, and the earliest result counts', () => {
  expect(findRank([{ path: 'src/b.ts', lines: undefined }], results)).toBe(2);
  expect(findRank([{ path: 'src/b.ts', lines: [21, 30] }], results)).toBeUndefined();
  expect(computeFigures([])).toEqual({ cases: 0, hit1: 0, hit5: 0, hit10: 0, mrr10: 0 });
});
