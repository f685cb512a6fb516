/** Commits, pull requests and issues of GraphQL's answers as this project keeps them: bounded, and of this repository alone. */

import type { Discussion, DiscussionKind, DiscussionComment } from '../../../core/history/discussion.ts';
import type { ChangedFiles, HostedCommit, HostedDiscussion } from '../../../ports/history-source.ts';
import type { GraphNode } from './graphql-node.ts';
import { cutBody, cutMessage, hostedDiscussion, keptRemarks, nobody } from './discussion-parts.ts';

export function readCommit(node: GraphNode, repository: string): HostedCommit {
  const committedAt = node.time('committedDate') ?? 0;
  return {
    id: node.text('oid'),
    parents: node.nodes('parents').map((parent) => parent.text('oid')),
    author: node.node('author')?.text('name') ?? '',
    authoredAt: node.time('authoredDate') ?? committedAt,
    committedAt,
    ...cutMessage(node.text('message')),
    pullRequests: node
      .nodes('associatedPullRequests')
      .filter((one) => one.time('mergedAt') !== undefined && isOf(one, repository))
      .flatMap((one) => one.number('number') ?? []),
  };
}

/** Undefined where what it cannot be told without is missing. */
export function readPullRequest(node: GraphNode, repository: string): HostedDiscussion | undefined {
  const closedAt = node.time('mergedAt');
  const told = readDiscussion(node, 'pull-request', closedAt);
  if (told === undefined) return undefined;
  const reviews = firstAndLast(node, 'reviews', 'lastReviews');
  const spoken = [...commentsOf(node), ...reviews.flatMap(remarksOfReview)];
  const counted =
    totalOf(node, 'comments') +
    Math.max(0, totalOf(node, 'reviews') - reviews.length) +
    reviews.reduce(
      (sum, review) => sum + totalOf(review, 'comments') + (review.text('body').trim() === '' ? 0 : 1),
      0,
    );
  return {
    ...told,
    discussion: {
      ...told.discussion,
      mergeCommit: node.node('mergeCommit')?.text('oid'),
      closes: node
        .nodes('closingIssuesReferences')
        .filter((one) => isOf(one, repository))
        .flatMap((one) => one.number('number') ?? []),
      ...keptRemarks(spoken, counted),
    },
    changed: changedOf(node),
  };
}

export function readIssue(node: GraphNode, repository: string): HostedDiscussion | undefined {
  const told = readDiscussion(node, 'issue', node.time('closedAt'));
  if (told === undefined) return undefined;
  const closers = node.nodes('timelineItems').flatMap((item) => {
    const closer = item.node('closer');
    const isPullRequest = closer?.text('__typename') === 'PullRequest' && isOf(closer, repository);
    return isPullRequest ? (closer.number('number') ?? []) : [];
  });
  return {
    ...told,
    discussion: {
      ...told.discussion,
      closes: [...new Set(closers)],
      ...keptRemarks(commentsOf(node), totalOf(node, 'comments')),
    },
  };
}

function readDiscussion(
  node: GraphNode,
  kind: Discussion['kind'],
  closedAt: number | undefined,
): HostedDiscussion | undefined {
  return hostedDiscussion(kind, {
    number: node.number('number'),
    title: node.text('title'),
    author: loginOf(node),
    openedAt: node.time('createdAt'),
    closedAt,
    updatedAt: node.time('updatedAt'),
    body: node.text('body'),
    labels: node.nodes('labels').map((label) => label.text('name')),
    url: node.text('url'),
  });
}

/** What programs write is told as theirs, as GitHub's own pages do. */
function loginOf(node: GraphNode): string {
  const author = node.node('author');
  const login = author?.text('login') ?? '';
  if (login === '') return nobody;
  return author?.text('__typename') === 'Bot' && !login.endsWith('[bot]') ? `${login}[bot]` : login;
}

function commentsOf(node: GraphNode): readonly DiscussionComment[] {
  return firstAndLast(node, 'comments', 'latest').map((one) => readRemark(one, 'comment'));
}

/** Of two lists that may tell the same, each once. */
function firstAndLast(node: GraphNode, first: string, last: string): readonly GraphNode[] {
  const seen = new Set(node.nodes(first).map((one) => one.text('url')));
  return [...node.nodes(first), ...node.nodes(last).filter((one) => !seen.has(one.text('url')))];
}

const saidIn: Readonly<Record<DiscussionKind, readonly string[]>> = {
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

/** Whether every list of what was said came, be it empty. */
export function isToldWhole(node: GraphNode, kind: DiscussionKind): boolean {
  const reviews = [...node.nodes('reviews'), ...node.nodes('lastReviews')];
  return saidIn[kind].every(node.hasNodes) && reviews.every((review) => review.hasNodes('comments'));
}

function remarksOfReview(review: GraphNode): readonly DiscussionComment[] {
  const own = readRemark(review, 'review');
  const ofLines = review.nodes('comments').map((one) => readRemark(one, 'review-comment'));
  return own.body.trim() === '' ? ofLines : [own, ...ofLines];
}

function readRemark(node: GraphNode, kind: DiscussionComment['kind']): DiscussionComment {
  const path = node.text('path');
  return {
    kind,
    author: loginOf(node),
    writtenAt: node.time('submittedAt') ?? node.time('createdAt') ?? 0,
    ...cutBody(node.text('body')),
    path: path === '' ? undefined : path,
    line: node.number('line') ?? node.number('originalLine'),
    url: node.text('url'),
  };
}

/** Not where a file was moved: what it was called is not told here. */
function changedOf(node: GraphNode): ChangedFiles | undefined {
  const files = node.nodes('files');
  if (files.length === 0 || files.some((file) => file.text('changeType') === 'RENAMED')) return undefined;
  return {
    files: files.map((file) => ({
      path: file.text('path'),
      added: file.number('additions') ?? 0,
      deleted: file.number('deletions') ?? 0,
      oldPath: undefined,
    })),
    moreFiles: Math.max(0, totalOf(node, 'files') - files.length),
  };
}

function totalOf(node: GraphNode, connection: string): number {
  return node.node(connection)?.number('totalCount') ?? 0;
}

function isOf(node: GraphNode, repository: string): boolean {
  return node.node('repository')?.text('nameWithOwner').toLowerCase() === repository.toLowerCase();
}
