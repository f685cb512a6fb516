/** Returns the fields of pull requests: text, merge, commits, files, reviews and comments. */

import { readCommitChanges, readCommit } from '../commits.ts';
import type { PullRequestData, ReviewCommentData, ReviewData } from '../discussions/discussion-data.ts';
import { nodeId } from '../state.ts';
import { actorFields } from './actor-fields.ts';
import { commentFields, labelFields, stripMarkdown } from './comment-fields.ts';
import { inOrder } from './connection.ts';
import type { Arguments, Fields } from './fields.ts';
import { issueByNumber, type Scope } from './scope.ts';

export function pullRequestFields(scope: Scope, data: PullRequestData): Fields {
  const url = `${scope.page}/pull/${data.number}`;
  const threads = data.reviews.flatMap((review) => review.comments.map((comment) => ({ review, comment })));
  return {
    __typename: 'PullRequest',
    id: nodeId('PR', scope.hosted.id, data.number),
    databaseId: scope.hosted.id * 100_000 + data.number,
    number: data.number,
    url,
    title: data.title,
    body: data.body,
    bodyText: stripMarkdown(data.body),
    author: actorFields(data.author),
    state: data.state,
    merged: data.state === 'MERGED',
    closed: data.state !== 'OPEN',
    isDraft: false,
    createdAt: data.createdAt,
    updatedAt: data.updatedAt,
    mergedAt: data.mergedAt,
    closedAt: data.mergedAt ?? (data.state === 'OPEN' ? null : data.updatedAt),
    baseRefName: () => scope.hosted.defaultBranch(),
    repository: scope.repository,
    mergeCommit: () => (data.mergeCommit === null ? null : scope.commitBySha(data.mergeCommit)),
    labels: (args: Arguments) => inOrder(data.labels, args, (name) => labelFields(scope, name)),
    closingIssuesReferences: (args: Arguments) =>
      inOrder(
        data.closes.flatMap((number) => issueByNumber(scope, number) ?? []),
        args,
        scope.issue,
      ),
    files: async (args: Arguments) => inOrder(await listChangedFiles(scope, data), args, (file) => file),
    commits: async (args: Arguments) =>
      inOrder(await listCommits(scope, data), args, (sha) => ({ commit: () => scope.commitBySha(sha) })),
    comments: (args: Arguments) =>
      inOrder(data.comments, args, (comment) =>
        commentFields(scope, comment, { __typename: 'IssueComment', url }),
      ),
    reviews: (args: Arguments) => inOrder(data.reviews, args, (review) => reviewFields(scope, review, url)),
    reviewThreads: (args: Arguments) =>
      inOrder(threads, args, ({ comment }) => threadFields(scope, comment, url)),
    totalCommentsCount: data.comments.length + threads.length,
  };
}

function reviewFields(scope: Scope, review: ReviewData, url: string): Fields {
  const reviewComment = { author: review.author, body: review.body, createdAt: review.submittedAt };
  return {
    ...commentFields(scope, reviewComment, { __typename: 'PullRequestReview', url }),
    state: review.state,
    submittedAt: review.submittedAt,
    comments: (args: Arguments) =>
      inOrder(review.comments, args, (comment) => reviewCommentFields(scope, comment, url)),
  };
}

function reviewCommentFields(scope: Scope, comment: ReviewCommentData, url: string): Fields {
  return {
    ...commentFields(scope, comment, { __typename: 'PullRequestReviewComment', url }),
    path: comment.path,
    line: comment.line,
    originalLine: comment.originalLine,
    startLine: null,
    originalStartLine: null,
    outdated: comment.line === null,
    diffHunk: `@@ -${comment.originalLine},1 +${comment.originalLine},1 @@`,
    replyTo: null,
    state: 'SUBMITTED',
    subjectType: 'LINE',
  };
}

function threadFields(scope: Scope, comment: ReviewCommentData, url: string): Fields {
  return {
    __typename: 'PullRequestReviewThread',
    id: nodeId('PRRT', url, comment.path, comment.originalLine, comment.createdAt),
    path: comment.path,
    line: comment.line,
    originalLine: comment.originalLine,
    startLine: null,
    isOutdated: comment.line === null,
    isResolved: true,
    isCollapsed: true,
    diffSide: 'RIGHT',
    subjectType: 'LINE',
    comments: (args: Arguments) => inOrder([comment], args, (item) => reviewCommentFields(scope, item, url)),
  };
}

const changeTypes = {
  added: 'ADDED',
  removed: 'DELETED',
  modified: 'MODIFIED',
  renamed: 'RENAMED',
  changed: 'CHANGED',
} as const;

/** Returns the files in the pull request's data, or else the files that its merge commit changes. */
async function listChangedFiles(scope: Scope, data: PullRequestData): Promise<readonly Fields[]> {
  const commit = data.mergeCommit === null ? undefined : await readCommit(scope.hosted.git, data.mergeCommit);
  const changes = commit === undefined ? [] : await readCommitChanges(scope.hosted.git, commit);
  const changedFiles = changes.map((change) => ({
    path: change.path,
    additions: change.lines?.added ?? 0,
    deletions: change.lines?.deleted ?? 0,
    changeType: changeTypes[change.status],
  }));
  const { files } = data;
  if (files === undefined) return changedFiles;
  return files.map(
    (path) =>
      changedFiles.find((file) => file.path === path) ?? {
        path,
        additions: 1,
        deletions: 1,
        changeType: 'MODIFIED',
      },
  );
}

async function listCommits(scope: Scope, data: PullRequestData): Promise<readonly string[]> {
  const commits = [...(await scope.pullRequestsByCommit())]
    .filter(([, pullRequests]) => pullRequests.includes(data))
    .map(([sha]) => sha);
  const ownCommits = commits.filter((sha) => sha !== data.mergeCommit);
  return ownCommits.length === 0 ? commits : ownCommits;
}
