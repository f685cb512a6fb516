/** The classes of labelled questions: figures counted right, sets that hold to their rules, and no class told worse than it was. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTerminal } from '../../../clients/cli/terminal/terminal.ts';
import { temporaryFolder, writeFiles } from '../../support/files/temporary-folder.ts';
import { classFigures } from './class-figures.ts';
import { evaluateClasses } from './evaluate-classes.ts';
import { readLabelledQuestions } from './labelled-question.ts';

const sets = join(import.meta.dirname, '../sets');
const [fitted, held] = ['question-classes-fit', 'question-classes-test'] as const;
const pathOf = (set: string): string => join(sets, `${set}.jsonl`);
const quiet = createTerminal({
  stdout: { write: () => true },
  stderr: { write: () => true },
  json: false,
});

const told = (wanted: 'how' | 'why' | 'docs', as: 'how' | 'why' | 'docs', times: number) =>
  Array.from({ length: times }, () => ({ wanted, told: as }));

describe('the figures', () => {
  it('are shares of what was wanted and of what was told', () => {
    const figures = classFigures([
      ...told('how', 'how', 3),
      ...told('why', 'how', 1),
      ...told('why', 'why', 1),
    ]);
    expect(figures).toMatchObject({ questions: 5, right: 4, accuracy: 0.8 });
    expect(figures.byClass.how).toEqual({ questions: 3, precision: 0.75, recall: 1, f1: 6 / 7 });
    expect(figures.byClass.why).toEqual({ questions: 2, precision: 1, recall: 0.5, f1: 2 / 3 });
    expect(figures.confusion.why).toMatchObject({ how: 1, why: 1, docs: 0 });
    expect(figures.macroF1).toBeCloseTo((6 / 7 + 2 / 3) / 2);
  });

  it('of nothing are nought', () => {
    expect(classFigures([])).toMatchObject({ questions: 0, accuracy: 0, macroF1: 0 });
  });
});

describe('the sets', () => {
  it('share no repository and no question', () => {
    const [fit, test] = [readLabelledQuestions(pathOf(fitted)), readLabelledQuestions(pathOf(held))];
    expect(fit.length + test.length).toBeGreaterThanOrEqual(240);
    const repositories = new Set(fit.map(({ repo }) => repo));
    expect(test.filter(({ repo }) => repositories.has(repo))).toEqual([]);
    const texts = [...fit, ...test].map(({ query }) => query.toLowerCase().replace(/\W+/g, ' ').trim());
    expect(new Set(texts).size).toBe(texts.length);
  });

  it('are told no worse than they were when the weights were fitted', () => {
    const { sets: of } = evaluateClasses({ classes: [pathOf(fitted), pathOf(held)] }, { terminal: quiet });
    expect(of[fitted]?.accuracy).toBeGreaterThan(0.95);
    expect(of[held]?.accuracy).toBeGreaterThan(0.9);
    for (const figures of Object.values(of[held]?.byClass ?? {})) expect(figures.f1).toBeGreaterThan(0.8);
  });
});

it('writes the tables, and each question with its cues', () => {
  const out = join(temporaryFolder(), 'classes');
  evaluateClasses({ classes: [pathOf(held)], out }, { terminal: quiet });
  expect(readFileSync(`${out}.md`, 'utf8')).toContain(`## ${held}`);
  const [first = ''] = readFileSync(`${out}.jsonl`, 'utf8').split('\n');
  expect(JSON.parse(first)).toMatchObject({
    set: held,
    wanted: 'lookup',
    cues: expect.any(Array) as unknown,
  });
});

it.each([
  ['{"repo":"a/b","class":"maybe","style":"terse","query":"x"}', /line is|class/],
  ['no JSON', /is no labelled question/],
])('refuses the line %j with its number', (line, message) => {
  const folder = temporaryFolder();
  writeFiles(folder, { 'set.jsonl': `\n${line}\n` });
  expect(() => readLabelledQuestions(join(folder, 'set.jsonl'))).toThrow(/set\.jsonl:2/);
  expect(() => readLabelledQuestions(join(folder, 'set.jsonl'))).toThrow(message);
});
