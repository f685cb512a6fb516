/** Whatever ends an answer too early is told with a title, what was found, and what to do. */
import { expect, test } from 'vitest';
import { ProblemError } from '../../web/src/lib/api.ts';
import { problemOf, problemOfErrorText } from '../../web/src/lib/features/ask/problem-of.ts';

const told = {
  type: 'about:blank',
  title: 'Storage did not answer',
  status: 503,
  detail: 'It timed out.',
  code: 'storage_unavailable',
  fix: 'Try again in a moment.',
  requestId: 'r1',
};

test('problem JSON is read, other text is taken as it is', () => {
  expect(problemOfErrorText(JSON.stringify(told))).toEqual(told);
  for (const text of ['no storage', '{"title": 1', '[]', 'null', '{"title":"x"}'])
    expect(problemOfErrorText(text)).toMatchObject({ code: 'stream_broken', detail: text });
});

test('a refusal keeps the server’s words, anything else its message', () => {
  expect(problemOf(new ProblemError(told))).toEqual(told);
  expect(problemOf(new TypeError('network error')).detail).toBe('network error');
});
