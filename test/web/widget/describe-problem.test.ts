/** What the widget says about problems: plain words, what helps, and never the details of the server. */
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../worker/contract/problem.ts';
import { describeProblem } from '../../../web/widget/panel/describe-problem.ts';

const around = { isOnline: true, lacksKey: false, version: '9', origin: 'https://docs.example.org', now: 0 };
const problem = (code: string, changes: Partial<Problem> = {}): Problem => ({
  type: 'about:blank',
  title: 'A title',
  status: 500,
  detail: '{"raw":"json"}',
  code,
  fix: 'Call POST /v1/x.',
  requestId: 'r',
  ...changes,
});

describe('a problem', () => {
  it.each([
    ['unreachable', {}, 'The assistant cannot be reached', 'retry'],
    ['stream_broken', {}, 'The connection was interrupted', 'retry'],
    ['key_refused', { details: { origin: null } }, 'The assistant is not enabled on this site', 'none'],
    ['key_refused', {}, 'The assistant is switched off', 'none'],
    ['limit_reached', { details: { measure: 'questions', limit: 5 } }, 'No more questions today', 'none'],
    ['limit_reached', { details: { measure: 'requests' } }, 'Too many questions at once', 'retry'],
    ['version_not_found', {}, 'Version 9 is not available here', 'newest'],
    ['repository_not_found', {}, 'The assistant is not set up', 'none'],
    ['internal', {}, 'A title', 'retry'],
  ] as const)('%s %o is “%s”', (code, changes, title, remedy) => {
    const text = describeProblem(problem(code, changes), around);
    expect(text).toMatchObject({ title, remedy });
    expect(JSON.stringify(text)).not.toMatch(/raw|v1/);
  });

  it.each([
    [1, 'its 1 question of today'],
    [1_200, 'its 1,200 questions of today'],
    [undefined, 'its questions of today'],
  ])('of a limit of %s questions counts them', (limit, words) => {
    const details = { measure: 'questions', limit, resetsAt: '1970-01-02T00:00:00.000Z' };
    expect(describeProblem(problem('limit_reached', { details }), around).text).toContain(words);
  });

  it('of a limit names the time with its zone, and the day if it is not today', () => {
    const resetsAt = new Date(1970, 0, 3).toISOString();
    const details = { measure: 'questions', limit: 5, resetsAt };
    const { text } = describeProblem(problem('limit_reached', { details }), around);
    expect(text).toMatch(/Ask again after Jan 3, 00:00 (?:[A-Z]{2,5}|GMT\S+)\./);
  });

  it('of a page without a key is for its owner to solve', () => {
    const text = describeProblem(problem('unreachable'), { ...around, lacksKey: true });
    expect(text).toMatchObject({ title: 'The assistant is not set up', remedy: 'none' });
    expect(text.text).toContain('key');
  });

  it('of the connection is that of a visitor who is offline', () => {
    const text = describeProblem(problem('unreachable'), { ...around, isOnline: false });
    expect(text.title).toBe('You are offline');
  });
});
