/** Creates minimal pull requests, issues and comments. A test states only the fields that matter to it. */

import type { Discussion, DiscussionComment } from '../../../worker/core/history/discussion.ts';

export function pullRequest(number: number, overrides: Partial<Discussion> = {}): Discussion {
  return discussion('pull-request', number, overrides);
}

export function issue(number: number, overrides: Partial<Discussion> = {}): Discussion {
  return discussion('issue', number, overrides);
}

function discussion(kind: Discussion['kind'], number: number, overrides: Partial<Discussion>): Discussion {
  return {
    kind,
    number,
    title: `Number ${number}`,
    author: 'ann',
    openedAt: 1_000,
    closedAt: 2_000,
    body: '',
    isCut: false,
    labels: [],
    url: `https://github.com/o/n/${kind === 'issue' ? 'issues' : 'pull'}/${number}`,
    mergeCommit: undefined,
    closes: [],
    comments: [],
    moreComments: 0,
    ...overrides,
  };
}

export function comment(body: string, overrides: Partial<DiscussionComment> = {}): DiscussionComment {
  return {
    kind: 'comment',
    author: 'bob',
    writtenAt: 1_500,
    body,
    isCut: false,
    path: undefined,
    line: undefined,
    url: 'https://github.com/o/n/issues/1#issuecomment-1',
    ...overrides,
  };
}
