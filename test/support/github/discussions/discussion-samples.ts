/** One pull request of the sample repository and the issue that it closes, with a review and comments. */

import type { IssueData, PullRequestData } from './discussion-data.ts';

export const sampleIssue: IssueData = {
  number: 2,
  title: 'Ships wait at the wrong lock',
  body: 'There are **five** locks now.',
  author: 'captain',
  createdAt: '2024-02-01T08:00:00Z',
  updatedAt: '2024-03-01T08:00:00Z',
  labels: ['bug'],
  comments: [{ author: null, body: 'Seen here too.', createdAt: '2024-02-02T08:00:00Z' }],
  state: 'CLOSED',
  closedAt: '2024-03-01T08:00:00Z',
  closedBy: 3,
};

/** @param mergeCommit the commit that merged the pull request */
export const samplePullRequest = (mergeCommit: string): PullRequestData => ({
  number: 3,
  title: 'Count locks',
  body: 'Closes #2.\n\nA constant, since the harbour office changes it **once a decade**.',
  author: 'ann',
  createdAt: '2024-02-20T08:00:00Z',
  updatedAt: '2024-03-01T08:00:00Z',
  labels: ['locks', 'good first issue'],
  comments: [{ author: 'harbour-robot[bot]', body: 'Tests pass.', createdAt: '2024-02-20T09:00:00Z' }],
  state: 'MERGED',
  mergedAt: '2024-03-01T08:00:00Z',
  mergeCommit,
  closes: [2],
  reviews: [
    {
      author: 'pilot',
      body: 'Read from a file would be slower than the gate moves.',
      state: 'APPROVED',
      submittedAt: '2024-02-21T08:00:00Z',
      comments: [
        {
          author: 'pilot',
          body: 'Why not read it?',
          createdAt: '2024-02-21T08:00:00Z',
          path: 'src/lock #1.py',
          line: 1,
          originalLine: 1,
        },
        {
          author: null,
          body: 'Gone by now.',
          createdAt: '2024-02-21T09:00:00Z',
          path: 'src/lock #1.py',
          line: null,
          originalLine: 7,
        },
      ],
    },
  ],
});
