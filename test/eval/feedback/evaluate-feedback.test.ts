/** Reads exported feedback, and compares new answers with the rated ones. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, writeFiles } from '../../support/files/temporary-folder.ts';
import { readOptions } from '../options.ts';
import { readFeedbackCases, type FeedbackCase } from './feedback-case.ts';
import { compareAnswer, computeFeedbackFigures } from './feedback-figures.ts';

const span = (path: string, startLine: number, endLine: number) => ({ path, startLine, endLine });
const rated: FeedbackCase = {
  id: 'one',
  repository: 'a/b',
  commit: 'abc1234',
  rating: 'up',
  reason: null,
  question: 'Where?',
  answer: 'In `join`. [chunk:1]\nAnd `split`.',
  cited: [span('a.ts', 4, 9), span('b.ts', 1, 3)],
};

describe('a new answer', () => {
  it('still cites a span if it cites a line of it', () => {
    const cited = [span('a.ts', 9, 20), span('b.ts', 4, 6), span('c.ts', 1, 3)];
    expect(compareAnswer(rated, { text: '', cited }).stillCited).toBe(1);
  });

  it('is unchanged with other spaces, ids and order of citations', () => {
    const text = 'In `join`.  [chunk:77] And `split`.';
    expect(compareAnswer(rated, { text, cited: rated.cited.toReversed() }).isChanged).toBe(false);
  });

  it('is changed with other words or other lines', () => {
    const { answer: text, cited } = rated;
    expect(compareAnswer(rated, { text: 'In `merge`.', cited }).isChanged).toBe(true);
    expect(compareAnswer(rated, { text, cited: cited.slice(1) }).isChanged).toBe(true);
  });
});

it('counts kept citations of helpful answers and changes of the others', () => {
  const down: FeedbackCase = { ...rated, rating: 'down', reason: 'wrong' };
  const same = { text: rated.answer, cited: rated.cited };
  const other = { text: 'Elsewhere.', cited: [span('a.ts', 5, 5)] };
  const answers = [rated, down].flatMap((one) => [compareAnswer(one, same), compareAnswer(one, other)]);
  expect(computeFeedbackFigures(answers)).toEqual({
    up: { answers: 2, cited: 4, stillCited: 3, complete: 1 },
    down: { answers: 2, changed: 1, unchanged: 1 },
  });
});

it('reads exported lines and names the first other line', () => {
  const folder = temporaryFolder();
  const exported = { ...rated, text: '', createdAt: '2026-11-28T10:00:00.000Z', claims: [], shown: [] };
  writeFiles(folder, {
    'feedback.jsonl': `${JSON.stringify(exported)}\n\n`,
    'bad.jsonl': `${JSON.stringify(exported)}\n{"id":"x"}\n`,
  });
  expect(readFeedbackCases(join(folder, 'feedback.jsonl'))).toEqual([rated]);
  expect(() => readFeedbackCases(join(folder, 'bad.jsonl'))).toThrow(/bad\.jsonl:2/);
});

it('needs a folder of clones', () => {
  expect(() => readOptions(['--feedback', 'x.jsonl'])).toThrow(/--repositories/);
});
