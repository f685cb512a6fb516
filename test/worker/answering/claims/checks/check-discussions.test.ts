/** Claims about pull requests and issues pass only if the record supports them. */
import { expect, it } from 'vitest';
import { decideClaim } from '../../../../../worker/answering/claims/decide-claim.ts';
import type { DiscussionEvidence } from '../../../../../worker/core/answers/evidence.ts';

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
  body: 'It hangs.',
  author: 'carol',
  commits: [],
  closes: [12],
};
const comment: DiscussionEvidence = {
  ...record,
  id: 'e3',
  isRemark: true,
  text: 'Pull request #12: Close stale sockets\nAuthor: dave\nDate: 2026-03-03\nMerged: 2026-03-04\n\nSee #99, it leaked memory for weeks.\n',
  body: 'See #99, it leaked memory for weeks.',
  author: 'dave',
  writtenAt: Date.parse('2026-03-03T10:00:00Z'),
};
const state = (claim: string, ...citations: string[]) =>
  decideClaim(
    { text: claim, citations: citations.length === 0 ? ['e1'] : citations },
    new Map([record, issue, comment].map((evidence) => [evidence.id, evidence])),
  ).state;

it.each([
  '`bob` wrote on 2026-03-02 in pull request `#12`: “Keeping one open costs 30 seconds.”',
  'Pull request `#12` closes issue `#7`',
  'Pull request `#12`, “Close stale sockets”, brought commit `abcdef123`',
])('passes what the record states: %s', (claim) => {
  expect(state(claim)).toBe('verified');
});

it('does not prove a denial by a record that is silent', () => {
  expect(state('Issue `#7` was not closed by pull request `#12`', 'e2')).not.toBe('verified');
  expect(state('Pull request `#12` does not close issue `#8`')).not.toBe('verified');
});

it('accepts an issue as evidence for the pull request that closed it', () => {
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
  ['the reverse relation', 'Issue `#7` closes pull request `#12`'],
  ['another commit', 'Pull request `#12` brought commit `1234567`'],
  ['an unsupported relation', 'Pull request `#12` superseded pull request `#7`'],
])('rejects %s', (_, claim) => {
  expect(['partial', 'unsupported']).toContain(state(claim));
});

const words = '“Keeping one open costs 30 seconds.”';
it.each([
  ['a name outside code', `Alice wrote: ${words}`],
  ['a login outside code', `alice said in pull request #12: ${words}`],
  ['a name in bold', `**alice** wrote: ${words}`],
  ['a name that is a link', `[alice](https://example.org) said ${words}`],
  ['another verb', `\`alice\` explained: ${words}`],
  ['a name after the words', `${words}, according to \`alice\``],
  ['a name and a colon', `\`alice\`: ${words}`],
  ['an author after “by”', `Pull request \`#12\` by \`alice\` says ${words}`],
  ['straight marks', '`alice` wrote: "Keeping one open costs 30 seconds."'],
  ['the day it was merged for the day it was written', `\`bob\` wrote on 2026-03-04: ${words}`],
  ['a day in words', `\`bob\` wrote on 3 March 2026: ${words}`],
  ['another year', `\`bob\` wrote in 2019: ${words}`],
  ['a number outside code', `\`bob\` wrote in pull request #13: ${words}`],
  ['a denial', 'Pull request `#12` does not close issue `#7`'],
  ['a denial with “never”', 'Pull request `#12` never closed issue `#7`'],
  ['a commit by a letter of its id', 'Pull request `#12` brought commit `a`'],
  ['words of the header', '`bob` wrote: “Merged: 2026-03-04”'],
])('rejects %s: %s', (_, claim) => {
  expect(['partial', 'unsupported']).toContain(state(claim));
});

it.each([
  ['another person’s words', '`carol` wrote: “Keeping one open costs 30 seconds.”', ['e1', 'e2']],
  [
    'one record’s date and another’s words',
    '`dave` wrote on 2026-03-02: “it leaked memory for weeks.”',
    ['e1', 'e3'],
  ],
  [
    'a number that a comment only mentions',
    '`dave` wrote in issue `#99`: “it leaked memory for weeks.”',
    ['e3'],
  ],
  ['a commenter as the opener', '`dave` opened pull request `#12`', ['e3']],
])('rejects %s, because one record must support everything', (_, claim, citations) => {
  expect(['partial', 'unsupported']).toContain(state(claim, ...citations));
});

it('passes if one of several cited records supports everything', () => {
  expect(state('`dave` wrote on 2026-03-03: “it leaked memory for weeks.”', 'e1', 'e3')).toBe('verified');
  expect(state('On March 2, 2026 bob said: “Keeping one open costs 30 seconds.”', 'e1', 'e2')).toBe(
    'verified',
  );
});

it('rejects a claim with an overlong name', () => {
  expect(state(`${'A'.repeat(60_000)} wrote: ${words}`)).not.toBe('verified');
});
