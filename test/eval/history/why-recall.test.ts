import { expect, it } from 'vitest';
import { findRank } from './evaluate-question.ts';
import { computeRecall } from './why-recall.ts';

const hit = (path: string, startLine: number) => ({ path, startLine, endLine: startLine + 9 });

it('computes the recall of files, spans and commits among the first five, together and separately', () => {
  const whyCase = {
    id: 'why-1',
    relevant: [
      { path: 'a.py', startLine: 5, endLine: 20 },
      { path: 'b.py' },
      { path: 'c.py', startLine: 1, endLine: 2 },
    ],
    commits: ['one', 'two'],
  };
  const results = [
    hit('a.py', 11),
    hit('c.py', 3),
    hit('d.py', 1),
    hit('d.py', 11),
    hit('d.py', 21),
    hit('b.py', 1),
  ];
  const entries = ['other', 'two', 'x', 'y', 'z', 'one'];
  expect(computeRecall(whyCase, results, entries)).toEqual({
    id: 'why-1',
    withFiles: 4 / 5,
    withSpans: 2 / 5,
    files: 1,
    spans: 1 / 3,
    commits: 1 / 2,
    rank: 2,
  });
  expect(computeRecall(whyCase, [], []).rank).toBeUndefined();
});

it('accepts the commit itself or another commit of its pull request', () => {
  const entries = [
    { commit: 'a' },
    { commit: 'b', pullRequest: { number: 7, title: null } },
    { commit: 'c', pullRequest: { number: 8, title: null } },
  ];
  expect(findRank(entries, { commit: 'c', pullRequest: 7 })).toBe(2);
  expect(findRank(entries, { commit: 'c', pullRequest: undefined })).toBe(3);
  expect(findRank(entries, { commit: 'd', pullRequest: undefined })).toBeUndefined();
});
