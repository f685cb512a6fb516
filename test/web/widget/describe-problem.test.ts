/** What the widget says about problems: plain words, what helps, and never the details of the server. */
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../worker/contract/problem.ts';
import { describeProblem } from '../../../web/widget/panel/describe-problem.ts';

const around = { isOnline: true, version: '9', origin: 'https://docs.example.org', now: 0 };
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
    ['limit_reached', { details: { measure: 'questions', limit: 5 } }, 'No more questions today', 'retry'],
    ['limit_reached', { details: { measure: 'requests' } }, 'Too many questions at once', 'retry'],
    ['version_not_found', {}, 'Version 9 is not available here', 'newest'],
    ['repository_not_found', {}, 'The assistant is not set up', 'none'],
    ['internal', {}, 'A title', 'retry'],
  ] as const)('%s %o is “%s”', (code, changes, title, remedy) => {
    const text = describeProblem(problem(code, changes), around);
    expect(text).toMatchObject({ title, remedy });
    expect(JSON.stringify(text)).not.toMatch(/raw|v1/);
  });

  it('of the connection is that of a visitor who is offline', () => {
    const text = describeProblem(problem('unreachable'), { ...around, isOnline: false });
    expect(text.title).toBe('You are offline');
  });
});
