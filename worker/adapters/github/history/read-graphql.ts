/** Converts commits, pull requests and issues of GraphQL responses to domain values. Applies size limits and omits other repositories' numbers. */

import type { Discussion, DiscussionKind, DiscussionComment } from '../../../core/history/discussion.ts';
import type { ChangedFiles, HostedCommit, HostedDiscussion } from '../../../ports/history-source.ts';
import type { GraphNode } from './graphql-node.ts';
import {
  truncateBody,
  truncateMessage,
  toHostedDiscussion,
  limitComments,
  deletedAccount,
} from './discussion-parts.ts';

export function readCommit(node: GraphNode, repository: string): HostedCommit {
  const committedAt = node.time('committedDate') ?? 0;
  return {
    id: node.text('oid'),
    parents: node.nodes('parents').map((parent) => parent.text('oid')),
    author: node.node('author')?.text('name') ?? '',
    authoredAt: node.time('authoredDate') ?? committedAt,
    committedAt,
    ...truncateMessage(node.text('message')),
    pullRequests: node
      .nodes('associatedPullRequests')
      .filter(
        (pullRequest) => pullRequest.time('mergedAt') !== undefined && belongsTo(pullRequest, repository),
      )
      .flatMap((pullRequest) => pullRequest.number('number') ?? []),
  };
}

/** @returns undefined when required fields are missing */
export function readPullRequest(node: GraphNode, repository: string): HostedDiscussion | undefined {
  const closedAt = node.time('mergedAt');
  const hosted = readDiscussion(node, 'pull-request', closedAt);
  if (hosted === undefined) return undefined;
  const reviews = firstAndLast(node, 'reviews', 'lastReviews');
  const comments = [...readComments(node), ...reviews.flatMap(readReviewComments)];
  const total =
    readTotal(node, 'comments') +
    Math.max(0, readTotal(node, 'reviews') - reviews.length) +
    reviews.reduce(
      (sum, review) => sum + readTotal(review, 'comments') + (review.text('body').trim() === '' ? 0 : 1),
      0,
    );
  return {
    ...hosted,
    discussion: {
      ...hosted.discussion,
      mergeCommit: node.node('mergeCommit')?.text('oid'),
      closes: node
        .nodes('closingIssuesReferences')
        .filter((issue) => belongsTo(issue, repository))
        .flatMap((issue) => issue.number('number') ?? []),
      ...limitComments(comments, total),
    },
    changed: readChangedFiles(node),
  };
}

export function readIssue(node: GraphNode, repository: string): HostedDiscussion | undefined {
  const hosted = readDiscussion(node, 'issue', node.time('closedAt'));
  if (hosted === undefined) return undefined;
  const closers = node.nodes('timelineItems').flatMap((item) => {
    const closer = item.node('closer');
    const isPullRequest = closer?.text('__typename') === 'PullRequest' && belongsTo(closer, repository);
    return isPullRequest ? (closer.number('number') ?? []) : [];
  });
  return {
    ...hosted,
    discussion: {
      ...hosted.discussion,
      closes: [...new Set(closers)],
      ...limitComments(readComments(node), readTotal(node, 'comments')),
    },
  };
}

function readDiscussion(
  node: GraphNode,
  kind: Discussion['kind'],
  closedAt: number | undefined,
): HostedDiscussion | undefined {
  return toHostedDiscussion(kind, {
    number: node.number('number'),
    title: node.text('title'),
    author: readLogin(node),
    openedAt: node.time('createdAt'),
    closedAt,
    updatedAt: node.time('updatedAt'),
    body: node.text('body'),
    labels: node.nodes('labels').map((label) => label.text('name')),
    url: node.text('url'),
  });
}

/** Returns the author's login, with `[bot]` for bots, as on GitHub's own pages. */
function readLogin(node: GraphNode): string {
  const author = node.node('author');
  const login = author?.text('login') ?? '';
  if (login === '') return deletedAccount;
  return author?.text('__typename') === 'Bot' && !login.endsWith('[bot]') ? `${login}[bot]` : login;
}

function readComments(node: GraphNode): readonly DiscussionComment[] {
  return firstAndLast(node, 'comments', 'latest').map((comment) => readComment(comment, 'comment'));
}

/** Merges the first and the last items of a list, which may overlap. */
function firstAndLast(node: GraphNode, first: string, last: string): readonly GraphNode[] {
  const firstUrls = new Set(node.nodes(first).map((item) => item.text('url')));
  return [...node.nodes(first), ...node.nodes(last).filter((item) => !firstUrls.has(item.text('url')))];
}

const listFields: Readonly<Record<DiscussionKind, readonly string[]>> = {
  'pull-request': [
    'labels',
    'comments',
    'latest',
    'reviews',
    'lastReviews',
    'closingIssuesReferences',
    'files',
  ],
  issue: ['labels', 'comments', 'latest', 'timelineItems'],
};

/** Whether every list of the discussion is present, even if empty. */
export function isCompleteDiscussion(node: GraphNode, kind: DiscussionKind): boolean {
  const reviews = [...node.nodes('reviews'), ...node.nodes('lastReviews')];
  return listFields[kind].every(node.hasNodes) && reviews.every((review) => review.hasNodes('comments'));
}

function readReviewComments(review: GraphNode): readonly DiscussionComment[] {
  const ownComment = readComment(review, 'review');
  const lineComments = review.nodes('comments').map((comment) => readComment(comment, 'review-comment'));
  return ownComment.body.trim() === '' ? lineComments : [ownComment, ...lineComments];
}

function readComment(node: GraphNode, kind: DiscussionComment['kind']): DiscussionComment {
  const path = node.text('path');
  return {
    kind,
    author: readLogin(node),
    writtenAt: node.time('submittedAt') ?? node.time('createdAt') ?? 0,
    ...truncateBody(node.text('body')),
    path: path === '' ? undefined : path,
    line: node.number('line') ?? node.number('originalLine'),
    url: node.text('url'),
  };
}

/** @returns undefined when a file was renamed, because GraphQL does not return its old name */
function readChangedFiles(node: GraphNode): ChangedFiles | undefined {
  const files = node.nodes('files');
  if (files.length === 0 || files.some((file) => file.text('changeType') === 'RENAMED')) return undefined;
  return {
    files: files.map((file) => ({
      path: file.text('path'),
      added: file.number('additions') ?? 0,
      deleted: file.number('deletions') ?? 0,
      oldPath: undefined,
    })),
    moreFiles: Math.max(0, readTotal(node, 'files') - files.length),
  };
}

function readTotal(node: GraphNode, connection: string): number {
  return node.node(connection)?.number('totalCount') ?? 0;
}

function belongsTo(node: GraphNode, repository: string): boolean {
  return node.node('repository')?.text('nameWithOwner').toLowerCase() === repository.toLowerCase();
}
