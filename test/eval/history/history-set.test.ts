/** Reads a set of history questions, and finds the commit that an answer cites first. */
import { expect, it } from 'vitest';
import { findFirstCitedCommit } from './evaluate-history-set.ts';
import { computeSetFigures } from './history-set-figures.ts';
import { parseHistoryCase } from './history-set.ts';

const commit = (id: string) => ({ id, kind: 'commit', commit: `c-${id}` });
const result = (isFirst: boolean, ms: number) => ({
  id: '',
  kind: '',
  repository: '',
  question: '',
  expected: [],
  entries: [],
  cited: undefined,
  isFirst,
  isCitedFirst: false,
  ms,
});

it('reads a line, and names the problem of another', () => {
  const line = {
    id: 'a',
    repo: 'o/n',
    index_commit: 'HEAD',
    kind: 'period',
    query: 'what?',
    commits: ['c'],
    path: 'x',
  };
  expect(parseHistoryCase(JSON.stringify(line), 'set:1')).toEqual({
    id: 'a',
    repository: 'o/n',
    commit: 'HEAD',
    kind: 'period',
    question: 'what?',
    commits: ['c'],
  });
  expect(() => parseHistoryCase('{"id":"a"}', 'set:2')).toThrow(/set:2 is not a history question \(repo/);
});

it('skips cited evidence that is no commit', () => {
  const evidence = [{ id: 'e1', kind: 'code' }, commit('e2'), commit('e3')] as never;
  expect(findFirstCitedCommit({ answer: 'One [chunk:e1]. Two [chunk:e1,e3] [chunk:e2].', evidence })).toBe(
    'c-e3',
  );
  expect(findFirstCitedCommit({ answer: 'One [chunk:e1].', evidence })).toBeUndefined();
});

it('computes fractions and times', () => {
  expect(computeSetFigures([result(true, 10), result(false, 30)])).toEqual({
    cases: 2,
    first: 0.5,
    citedFirst: 0,
    p50Ms: 30,
    p95Ms: 30,
  });
});
