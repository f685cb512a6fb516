import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { EvaluationCase } from '../evaluation-case.ts';
import { scoreCase } from '../metrics/score-case.ts';
import { describeEvaluation } from './describe-evaluation.ts';
import { combineScores } from './combine-scores.ts';

const evaluationCase: EvaluationCase = {
  id: 'c1',
  set: 'small',
  kind: 'concept',
  repository: 'o/r',
  commit: 'c',
  root: undefined,
  query: 'where are sessions signed',
  targets: [{ path: 'src/session.py' }],
  functions: [],
  answerable: true,
  category: 'concept',
  namesFileStem: false,
  namesChangedSymbol: undefined,
};

it('uses only column names that are explained in the README', () => {
  const hits = [{ path: 'src/session.py', startLine: 1, endLine: 9 }];
  const ranking = { hits, class: 'lookup', confidence: 'high', ms: 4 };
  const systems = ['none', 'other'].map((name) => ({
    name,
    scored: [{ evaluationCase, ranking, scores: scoreCase(evaluationCase, hits) }],
  }));
  const { markdown } = describeEvaluation(systems, combineScores(systems));
  const lines = markdown.split('\n');
  const heads = lines.filter((_, index) => lines[index + 1]?.startsWith('| ---') === true);
  const columns = new Set(heads.flatMap((line) => line.split('|').map((cell) => cell.trim())));
  const page = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const explained = new Set(
    page
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .flatMap((line) => (line.split('|')[1] ?? '').split(',').map((word) => word.trim())),
  );
  expect(columns.size).toBeGreaterThan(20);
  expect([...columns].filter((column) => !explained.has(column) && !['', 'cases'].includes(column))).toEqual(
    [],
  );
});
