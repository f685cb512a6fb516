/** A commit as evidence in an API response, made by hand. */

import type { CommitEvidence } from '../../../worker/contract/answers/evidence.ts';

const commit = '6f948e95b4ab90e473a5406c1abfb2c11312b0ea';

export function commitEvidence(id: string, more: Partial<CommitEvidence> = {}): CommitEvidence {
  return {
    id,
    kind: 'commit',
    commit,
    hash: 'h',
    text: `commit ${commit}\nAuthor: Ann\nDate: 2024-03-09\n\nSound the bell twice (#7)\r\n\r\nOnce was not heard.\n`,
    subject: 'Sound the bell twice (#7)',
    author: 'Ann',
    date: '2024-03-09T23:30:00.000Z',
    pullRequest: { number: 7, title: null },
    issues: [],
    origins: [],
    url: `/r/r1/commits/${commit}?version=s1`,
    score: 1,
    ...more,
  };
}
