/** Tests the class figures and the sets, and that the accuracy does not fall below the values measured when the weights were fitted. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTerminal } from '../../../clients/cli/terminal/terminal.ts';
import { temporaryFolder, writeFiles } from '../../support/files/temporary-folder.ts';
import { computeClassFigures } from './class-figures.ts';
import { evaluateClasses } from './evaluate-classes.ts';
import { readLabeledQuestions } from './labeled-question.ts';

const sets = join(import.meta.dirname, '../sets');
const [fitted, heldOut] = ['question-classes-fit', 'question-classes-test'] as const;
const setPath = (set: string): string => join(sets, `${set}.jsonl`);
const quietTerminal = createTerminal({
  stdout: { write: () => true },
  stderr: { write: () => true },
  json: false,
});

const repeat = (wanted: 'how' | 'why' | 'docs', assigned: 'how' | 'why' | 'docs', times: number) =>
  Array.from({ length: times }, () => ({ wanted, told: assigned }));

describe('computeClassFigures', () => {
  it('computes accuracy, precision, recall and confusions', () => {
    const figures = computeClassFigures([
      ...repeat('how', 'how', 3),
      ...repeat('why', 'how', 1),
      ...repeat('why', 'why', 1),
    ]);
    expect(figures).toMatchObject({ questions: 5, right: 4, accuracy: 0.8 });
    expect(figures.byClass.how).toEqual({ questions: 3, precision: 0.75, recall: 1, f1: 6 / 7 });
    expect(figures.byClass.why).toEqual({ questions: 2, precision: 1, recall: 0.5, f1: 2 / 3 });
    expect(figures.confusion.why).toMatchObject({ how: 1, why: 1, docs: 0 });
    expect(figures.macroF1).toBeCloseTo((6 / 7 + 2 / 3) / 2);
  });

  it('returns 0 without questions', () => {
    expect(computeClassFigures([])).toMatchObject({ questions: 0, accuracy: 0, macroF1: 0 });
  });
});

describe('the sets', () => {
  it('share no repository and no question', () => {
    const [fit, test] = [readLabeledQuestions(setPath(fitted)), readLabeledQuestions(setPath(heldOut))];
    expect(fit.length + test.length).toBeGreaterThanOrEqual(240);
    const repositories = new Set(fit.map(({ repo }) => repo));
    expect(test.filter(({ repo }) => repositories.has(repo))).toEqual([]);
    const texts = [...fit, ...test].map(({ query }) => query.toLowerCase().replace(/\W+/g, ' ').trim());
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('are classified as accurately as when the weights were fitted', () => {
    const { sets: figuresBySet } = evaluateClasses(
      { classes: [setPath(fitted), setPath(heldOut)] },
      { terminal: quietTerminal },
    );
    expect(figuresBySet[fitted]?.accuracy).toBeGreaterThan(0.95);
    expect(figuresBySet[heldOut]?.accuracy).toBeGreaterThan(0.9);
    for (const figures of Object.values(figuresBySet[heldOut]?.byClass ?? {}))
      expect(figures.f1).toBeGreaterThan(0.8);
  });
});

it('writes the tables and each question with its cues', () => {
  const out = join(temporaryFolder(), 'classes');
  evaluateClasses({ classes: [setPath(heldOut)], out }, { terminal: quietTerminal });
  expect(readFileSync(`${out}.md`, 'utf8')).toContain(`## ${heldOut}`);
  const [first = ''] = readFileSync(`${out}.jsonl`, 'utf8').split('\n');
  expect(JSON.parse(first)).toMatchObject({
    set: heldOut,
    wanted: 'lookup',
    cues: expect.any(Array) as unknown,
  });
});

it.each([
  ['{"repo":"a/b","class":"maybe","style":"terse","query":"x"}', /line is|class/],
  ['no JSON', /is not a labeled question/],
])('rejects the line %j and names its number', (line, message) => {
  const folder = temporaryFolder();
  writeFiles(folder, { 'set.jsonl': `\n${line}\n` });
  expect(() => readLabeledQuestions(join(folder, 'set.jsonl'))).toThrow(/set\.jsonl:2/);
  expect(() => readLabeledQuestions(join(folder, 'set.jsonl'))).toThrow(message);
});
