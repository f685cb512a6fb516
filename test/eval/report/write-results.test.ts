import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { scoreCase } from '../metrics/score-case.ts';
import type { EvaluationCase } from '../evaluation-case.ts';
import { describeEvaluation } from './describe-evaluation.ts';
import { describeRun } from './describe-run.ts';
import { combineScores, type SystemScores } from './combine-scores.ts';
import { writeResults } from './write-results.ts';

const evaluationCase: EvaluationCase = {
  id: 'c1',
  set: 'small',
  kind: 'concept',
  repository: 'o/r',
  commit: 'c',
  root: undefined,
  query: 'where are sessions signed',
  targets: [{ path: 'src/keys.py' }, { path: 'src/session.py' }],
  functions: [],
  answerable: true,
  category: 'concept',
  namesFileStem: false,
  namesChangedSymbol: undefined,
};
const hits = ['src/session.py', 'src/app.py'].map((path) => ({ path, startLine: 1, endLine: 9 }));
const scored = { evaluationCase, ranking: { hits, class: 'lookup', confidence: 'high', ms: 4 } };
const system = (name: string, times = 1): SystemScores => ({
  name,
  scored: Array.from({ length: times }, () => ({ ...scored, scores: scoreCase(evaluationCase, hits) })),
});

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wherefore-results-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('compresses large raw results, and removes the raw results of an earlier run', () => {
  const path = writeResults('some', [system('none', 3_000)], '# some', folder);
  const lines = gunzipSync(readFileSync(`${path}.jsonl.gz`))
    .toString('utf8')
    .trim()
    .split('\n');
  expect(lines).toHaveLength(3_000);
  writeResults('some', [system('none')], '# some', folder);
  expect(existsSync(`${path}.jsonl.gz`)).toBe(false);
  const [line = ''] = readFileSync(`${path}.jsonl`, 'utf8').split('\n');
  expect(JSON.parse(line)).toMatchObject({ system: 'none', wanted: ['src/keys.py', 'src/session.py'] });
});

it('does not compress raw results at an explicit path', () => {
  const path = writeResults(join(folder, 'mine'), [system('none', 3_000)], '# mine');
  expect(existsSync(`${path}.jsonl`)).toBe(true);
  expect(existsSync(`${path}.jsonl.gz`)).toBe(false);
});

it('describes the questions, the command without local folders, and recall and precision by set', () => {
  const systems = [system('none', 2), system('dense', 2)];
  const page = describeRun({
    name: join(folder, 'mine'),
    options: {
      set: ['/some/where/small.jsonl'],
      ablate: ['none', 'dense'],
      baselines: true,
    },
    systems,
    day: new Date('2026-11-22T10:00:00Z'),
    loopMs: 50,
  });
  expect(page).toContain(
    '# mine\n\n2026-11-22. 2 questions (2 of small) about 1 repository at a fixed commit',
  );
  expect(page).toContain(
    '`npm run -s eval -- --set small.jsonl --repositories <clones> --ablate none,dense --baselines --out mine`',
  );
  expect(page).not.toContain('/some/where');
  const { markdown } = describeEvaluation(systems, combineScores(systems));
  const row = markdown
    .slice(markdown.indexOf('## Recall and precision'))
    .split('\n')
    .find((line) => line.startsWith('| small'));
  expect(row).toBe('| small | 0.500 | 0.500 | 0.500 | 0.500 | 1.000 | 0.200 | 0.100 |');
});
