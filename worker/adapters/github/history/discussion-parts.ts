/** Builds commits, discussions and comments from fields of either API, within the size limits. */

import {
  maxCommentLength,
  maxComments,
  type Discussion,
  type DiscussionKind,
  type DiscussionComment,
} from '../../../core/history/discussion.ts';
import { maxMessageLength } from '../../../core/history/history.ts';
import type { HostedCommit, HostedDiscussion } from '../../../ports/history-source.ts';

/** The login that GitHub shows for a deleted account. */
export const deletedAccount = 'ghost';

export function truncateMessage(message: string): Pick<HostedCommit, 'message' | 'isCut'> {
  return { message: message.slice(0, maxMessageLength), isCut: message.length > maxMessageLength };
}

export function truncateBody(body: string): Pick<DiscussionComment, 'body' | 'isCut'> {
  const text = body.replaceAll('\r\n', '\n');
  return { body: text.slice(0, maxCommentLength), isCut: text.length > maxCommentLength };
}

interface DiscussionFields extends Pick<Discussion, 'title' | 'author' | 'body' | 'labels' | 'url'> {
  readonly number: number | undefined;
  /** Milliseconds since 1970, as below. */
  readonly openedAt: number | undefined;
  readonly closedAt: number | undefined;
  readonly updatedAt: number | undefined;
}

/** A discussion without its comments and closed issues; undefined when required fields are missing. */
export function toHostedDiscussion(
  kind: DiscussionKind,
  fields: DiscussionFields,
): HostedDiscussion | undefined {
  const { number, openedAt, closedAt, updatedAt, title, author, body, labels, url } = fields;
  if (number === undefined || openedAt === undefined || closedAt === undefined) return undefined;
  const discussion: Discussion = {
    kind,
    number,
    title: title.slice(0, maxCommentLength),
    author,
    openedAt,
    closedAt,
    ...truncateBody(body),
    labels,
    url,
    mergeCommit: undefined,
    closes: [],
    comments: [],
    moreComments: 0,
  };
  return { discussion, updatedAt: updatedAt ?? closedAt, changed: undefined };
}

/** Comments in the order they were written. Of too many, the first four fifths of the limit and the last fifth. */
export function limitComments(
  all: readonly DiscussionComment[],
  total: number,
): Pick<Discussion, 'comments' | 'moreComments'> {
  const inOrder = all.toSorted((a, b) => a.writtenAt - b.writtenAt);
  const firstPart = (maxComments * 4) / 5;
  const comments =
    inOrder.length <= maxComments
      ? inOrder
      : [...inOrder.slice(0, firstPart), ...inOrder.slice(inOrder.length - (maxComments - firstPart))];
  return { comments, moreComments: Math.max(0, total - comments.length) };
}
