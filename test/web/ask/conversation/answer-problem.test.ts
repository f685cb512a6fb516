/** Every interruption of an answer becomes a problem with a title, a detail and a fix. */
import { expect, test } from 'vitest';
import { ProblemError } from '../../../../web/src/lib/api.ts';
import {
  toAnswerProblem,
  parseErrorText,
} from '../../../../web/src/lib/features/ask/conversation/answer-problem.ts';

const problem = {
  type: 'about:blank',
  title: 'Storage did not answer',
  status: 503,
  detail: 'It timed out.',
  code: 'storage_unavailable',
  fix: 'Try again in a moment.',
  requestId: 'r1',
};

test('parses problem JSON, and uses other text as the detail', () => {
  expect(parseErrorText(JSON.stringify(problem))).toEqual(problem);
  for (const text of ['no storage', '{"title": 1', '[]', 'null', '{"title":"x"}'])
    expect(parseErrorText(text)).toMatchObject({ code: 'stream_broken', detail: text });
});

test('keeps the server’s problem, and the message of any other error', () => {
  expect(toAnswerProblem(new ProblemError(problem))).toEqual(problem);
  expect(toAnswerProblem(new TypeError('network error')).detail).toBe('network error');
});
