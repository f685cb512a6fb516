/** Limits, what helps at one, changed conversations, sessions and deleted contents in words. */
import { describe, expect, it } from 'vitest';
import { findChanges } from '../../../web/src/lib/features/account/conversations/find-changes.ts';
import {
  describeQuestionsLeft,
  describeReset,
  formatAmount,
  formatDollars,
} from '../../../web/src/lib/features/account/describe-usage.ts';
import { describeProblem, readAccessHelp } from '../../../web/src/lib/features/account/access-help.ts';
import { listContents } from '../../../web/src/lib/features/account/settings/deleted-contents.ts';
import { sortLocal } from '../../../web/src/lib/features/account/conversations/sort-local.ts';
import { describeBrowser } from '../../../web/src/lib/features/account/settings/describe-browser.ts';

const now = Date.parse('2026-11-28T12:00:00Z');

const usage = (left: number) => ({
  limits: [
    { limit: 'questionsPerDay' as const, max: 20, used: 20 - left, left, resetsAt: '2026-11-28T15:00:00Z' },
  ],
});

describe('what is left', () => {
  it('is shown to a visitor only if it is little', () => {
    expect(describeQuestionsLeft(usage(6), now)).toBeUndefined();
    expect(describeQuestionsLeft({ limits: [] }, now)).toBeUndefined();
    expect(describeQuestionsLeft(usage(1), now)).toMatch(/^1 question left today/);
    expect(describeQuestionsLeft(usage(0), now)).toMatch(/^No questions left today; again in 3 hours/);
  });

  it.each([
    ['2026-11-28T12:00:30Z', 'in a minute'],
    ['2026-11-28T12:40:00Z', 'in 40 minutes'],
    ['2026-11-28T17:10:00Z', 'in 5 hours'],
    ['2026-12-01T12:00:00Z', 'in 3 days'],
    ['never', 'later'],
  ])('resets at %s: %s', (resetsAt, text) => expect(describeReset(resetsAt, now)).toBe(text));

  it('has units', () => {
    expect(formatAmount('linesPerDay', 12_345)).toBe('12,345');
    expect(formatAmount('dollarsPerDay', 1.5)).toBe('$1.50');
    expect([0, 0.001, 0.01].map(formatDollars)).toEqual(['$0.00', 'under $0.01', '$0.01']);
  });
});

describe('a problem of access', () => {
  const details = { helps: ['wait', 'sign_in'], resetsAt: '2026-11-28T15:00:00Z' };
  const texts = { title: 'Title', detail: 'Detail.', fix: 'Send X-Model-Key.' };

  it('says what helps at a limit, and survives other details', () => {
    expect(readAccessHelp({ code: 'limit_reached', details })).toEqual({
      canSignIn: true,
      canUseOwnKey: false,
      resetsAt: details.resetsAt,
    });
    const nothing = { canSignIn: false, canUseOwnKey: false, resetsAt: undefined };
    expect(readAccessHelp({ code: 'limit_reached', details: { helps: 'no', resetsAt: 3 } })).toEqual(nothing);
    expect(readAccessHelp({ code: 'not_found' })).toEqual(nothing);
  });

  it('offers the sign-in to a visitor, without advice for programs', () => {
    expect(readAccessHelp({ code: 'sign_in_required' }).canSignIn).toBe(true);
    expect(describeProblem({ ...texts, code: 'sign_in_required' })).toMatchObject({
      title: 'Please sign in',
    });
    expect(describeProblem({ ...texts, code: 'limit_reached' })).toEqual({ ...texts, fix: '' });
    expect(describeProblem({ ...texts, code: 'internal' })).toEqual(texts);
  });
});

const listed = (id: string, createdAt: number) => ({
  id,
  repositoryId: 'r',
  repositoryName: 'parcel',
  title: id,
  bookmarked: false,
  createdAt,
  askedAt: createdAt,
});

it('offers to move only the conversations from before the sign-in', () => {
  const [old, moved, begun] = [listed('old', 1), listed('moved', 2), listed('begun', 11)];
  expect(sortLocal([old, moved, begun], [moved], 10)).toEqual({ earlier: [old], begun: [begun] });
});

it('finds changed titles and bookmarks only', () => {
  const entry = {
    id: 'c1',
    repositoryId: 'r1',
    repositoryName: 'parcel',
    title: 'Old',
    bookmarked: false,
    createdAt: 1,
    askedAt: 1,
  };
  const other = { ...entry, id: 'c2' };
  expect(findChanges([entry, other], [{ ...entry, title: 'New' }])).toEqual([
    { repositoryId: 'r1', id: 'c1', title: 'New' },
  ]);
  expect(findChanges([entry], [{ ...entry, bookmarked: true, askedAt: 9 }, other])).toEqual([
    { repositoryId: 'r1', id: 'c1', bookmarked: true },
  ]);
});

it.each([
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Chrome on Linux'],
  ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari on iOS'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
    'Firefox on macOS',
  ],
  ['curl/8.0', 'Another program'],
  [null, 'Another program'],
])('names the browser of %s', (userAgent, name) => expect(describeBrowser(userAgent)).toBe(name));

it('lists what goes with an account, without what it does not have', () => {
  const none = { repositories: 0, conversations: 0, keys: 0, shares: 0, feedback: 0, tokens: 0 };
  expect(listContents(none)).toEqual([]);
  expect(listContents({ ...none, repositories: 2, keys: 1 })).toEqual([
    '2 repositories with their indexes',
    '1 API key',
  ]);
});
