/** Claims on pull requests and issues: what the record says passes, and nothing else does. */
import { expect, it } from 'vitest';
import { checkClaim } from '../../../worker/answering/check-claim.ts';
import type { DiscussionEvidence } from '../../../worker/core/evidence.ts';

const text = `Pull request #12: Close stale sockets
Author: bob
Date: 2026-03-02
Merged: 2026-03-04
Commit: abcdef1234567890
Closes: #7

Keeping one open costs 30 seconds. \`alice\` measured it.
`;
const record: DiscussionEvidence = {
  id: 'e1',
  kind: 'pull-request',
  number: 12,
  title: 'Close stale sockets',
  author: 'bob',
  writtenAt: Date.parse('2026-03-02T10:00:00Z'),
  text,
  hash: '',
  body: 'Keeping one open costs 30 seconds. `alice` measured it.',
  closedAt: Date.parse('2026-03-04T10:00:00Z'),
  commits: ['abcdef1234567890'],
  closes: [7],
  url: '',
  score: 1,
};
const issue: DiscussionEvidence = {
  ...record,
  id: 'e2',
  kind: 'issue',
  number: 7,
  text: 'Issue #7: It hangs\nAuthor: carol\nDate: 2026-02-20\nClosed by: #12\n\nIt hangs.\n',
  author: 'carol',
  commits: [],
  closes: [12],
};
const state = (claim: string, ...citations: string[]) =>
  checkClaim(
    { text: claim, citations: citations.length === 0 ? ['e1'] : citations },
    new Map([record, issue].map((one) => [one.id, one])),
  ).state;

it.each([
  '`bob` wrote on 2026-03-02 in pull request `#12`: “Keeping one open costs 30 seconds.”',
  'Pull request `#12` closes issue `#7`',
  'Pull request `#12`, “Close stale sockets”, brought commit `abcdef123`',
])('lets pass what the record says: %s', (claim) => {
  expect(state(claim)).toBe('verified');
});

it('lets an issue say what closed it', () => {
  expect(state('Issue `#7` was closed by pull request `#12`', 'e2')).toBe('verified');
});

it.each([
  [
    'another author',
    '`alice` wrote on 2026-03-02 in pull request `#12`: “Keeping one open costs 30 seconds.”',
  ],
  ['another day', '`bob` wrote on 2026-03-03 in pull request `#12`: “Keeping one open costs 30 seconds.”'],
  ['another number', '`bob` wrote on 2026-03-02 in pull request `#13`: “Keeping one open costs 30 seconds.”'],
  ['other words', '`bob` wrote on 2026-03-02 in pull request `#12`: “Keeping one open costs 60 seconds.”'],
  ['another issue', 'Pull request `#12` closes issue `#8`'],
  ['the other way round', 'Issue `#7` closes pull request `#12`'],
  ['another commit', 'Pull request `#12` brought commit `1234567`'],
  ['a relation nobody tells', 'Pull request `#12` superseded pull request `#7`'],
])('marks %s', (_, claim) => {
  expect(['partial', 'unsupported']).toContain(state(claim));
});
