/** Creates an evaluation set from a repository's own commits and evaluates it by the printed command, as a person would. */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { git } from '../support/files/git.ts';
import { temporaryFolder, writeFiles } from '../support/files/temporary-folder.ts';
import { startJourneyServer, type JourneyServer } from '../support/server/journey-server.ts';

const project = join(import.meta.dirname, '../..');
const subjects = ['anchor', 'bridge', 'canal', 'delta', 'estuary', 'ferry', 'gauge', 'harbour'];

let journey: JourneyServer;
beforeAll(async () => {
  journey = await startJourneyServer();
});
afterAll(() => journey?.close());

const createSource = (subject: string, value: number): string =>
  `"""Everything about the ${subject}."""\n\n\ndef measure_${subject}(depth):\n    """Returns how deep the water is below it."""\n    return depth + ${value}\n`;

function commit(folder: string, minute: number, message: string): void {
  const date = `${1_700_000_000 + minute * 60} +0000`;
  process.env['GIT_COMMITTER_DATE'] = date;
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', message, '--date', date);
  delete process.env['GIT_COMMITTER_DATE'];
}

/** Creates a clone whose folder name differs from the repository's name. */
function makeRepository(): string {
  const folder = join(temporaryFolder(), 'my clone');
  writeFiles(folder, {
    'README.md': '# Waterways\n',
    ...Object.fromEntries(subjects.map((subject) => [`src/${subject}.py`, createSource(subject, 0)])),
  });
  git(folder, 'init', '--quiet');
  git(folder, 'remote', 'add', 'origin', 'https://example.org/acme/waterways.git');
  commit(folder, 0, 'The waterways as they were found');
  for (const [index, subject] of subjects.entries()) {
    writeFiles(folder, { [`src/${subject}.py`]: createSource(subject, index + 1) });
    commit(folder, index + 1, `Measure the depth of the ${subject} from its true height`);
  }
  return folder;
}

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(command: string, args: readonly string[]): Promise<Run> {
  const child = spawn(command, [...args], { cwd: project, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (piece: Buffer) => (stdout += piece.toString()));
  child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })));
}

test('creates a set from commits and evaluates it by the printed command', async () => {
  const out = join(temporaryFolder(), 'cases.jsonl');
  const args = ['--make', makeRepository(), '--cases', '6', '--out', out, '--server', journey.server.url];
  const makeRun = await run(process.execPath, ['test/eval/main.ts', ...args]);
  expect(makeRun.code, makeRun.stderr).toBe(0);
  const cases = readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(cases.length).toBeGreaterThanOrEqual(4);
  for (const made of cases) expect(made).toMatchObject({ repo: 'acme/waterways' });
  const changes = cases.filter(({ category }) => category === 'change');
  expect(changes.length).toBeGreaterThan(2);
  for (const { query, files } of changes) {
    const subject = /the (\w+) from/.exec(String(query))?.[1];
    expect(files).toEqual([`src/${subject}.py`]);
  }

  const command = / {2}(npm run -s eval -- .+)/.exec(makeRun.stderr)?.[1] ?? '';
  const evaluationRun = await run('sh', ['-c', command]);
  expect(evaluationRun.code, evaluationRun.stderr).toBe(0);
  const [header = '', totals = ''] = evaluationRun.stdout.split('\n').slice(1);
  const columns = header.trim().split(/ {2,}/);
  const figures = totals.trim().split(/ {2,}/).slice(1);
  expect(columns).toContain('Recall@10');
  expect(Number(figures[columns.indexOf('cases')])).toBe(cases.length);
  expect(Number(figures[columns.indexOf('Recall@10')])).toBeGreaterThan(0.5);
});
