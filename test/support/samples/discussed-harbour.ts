/**
 * Creates a pull request and the issue it closes, about the history of the harbor. They state reasons that no commit states, and contain text that
 * would run as code if a page rendered it as markup.
 */

import type { IssueData, PullRequestData } from '../github/discussions/discussion-data.ts';
import type { HarbourHistory } from './harbour-history.ts';

export function discussedHarbour({ rounded }: Pick<HarbourHistory, 'rounded'>): {
  readonly pullRequest: PullRequestData;
  readonly issue: IssueData;
} {
  const markup = '<img src=x onerror=alert(1)> ![](https://evil.example/x.png) [link](javascript:alert(1))';
  return {
    pullRequest: {
      number: 7,
      title: 'Round heights to centimetres',
      body: `Closes #5.\n\n\`\`\`\nassert tide_height(gauge, 3) == 4.51\n\`\`\`\n\n${markup}`,
      author: 'ann',
      createdAt: '2024-03-01T08:00:00Z',
      updatedAt: '2024-03-02T12:00:00Z',
      labels: ['tides', 'good first issue'],
      comments: [{ author: 'harbour-robot[bot]', body: 'Tests pass.', createdAt: '2024-03-01T09:00:00Z' }],
      state: 'MERGED',
      mergedAt: '2024-03-02T12:00:00Z',
      mergeCommit: rounded,
      closes: [5],
      reviews: [
        {
          author: 'pilot',
          body: 'Two digits are enough: the float of the gauge swings by 3 millimetres in a swell.',
          state: 'APPROVED',
          submittedAt: '2024-03-01T10:00:00Z',
          comments: [
            {
              author: 'pilot',
              body: 'Why not round to decimetres? The sill is cast to the centimetre, so the lock would close too early.',
              createdAt: '2024-03-01T10:00:00Z',
              path: 'harbour/tides.py',
              line: 7,
              originalLine: 7,
            },
          ],
        },
      ],
    },
    issue: {
      number: 5,
      title: 'Captains are misled by the noise of the gauge',
      body: '> It said 4.4999 and then 4.5001\n\nThe gate opened and closed three times.',
      author: 'captain',
      createdAt: '2024-02-20T08:00:00Z',
      updatedAt: '2024-03-02T12:00:00Z',
      labels: ['bug'],
      comments: [{ author: null, body: 'Seen here too.', createdAt: '2024-02-21T08:00:00Z' }],
      state: 'CLOSED',
      closedAt: '2024-03-02T12:00:00Z',
      closedBy: 7,
    },
  };
}
