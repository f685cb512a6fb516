/** Builds discussions from fields of the REST or GraphQL API, and applies the size limits to messages and comments. */

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
  /** Milliseconds since 1970, like the other times. */
  readonly openedAt: number | undefined;
  readonly closedAt: number | undefined;
  readonly updatedAt: number | undefined;
}

/** Returns a discussion without its comments and closed issues; undefined when required fields are missing. */
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

/** Sorts comments by time. If there are too many, the first ones fill four fifths of the limit, and the last ones the rest. */
export function limitComments(
  comments: readonly DiscussionComment[],
  total: number,
): Pick<Discussion, 'comments' | 'moreComments'> {
  const sorted = comments.toSorted((a, b) => a.writtenAt - b.writtenAt);
  const firstPart = (maxComments * 4) / 5;
  const limited =
    sorted.length <= maxComments
      ? sorted
      : [...sorted.slice(0, firstPart), ...sorted.slice(sorted.length - (maxComments - firstPart))];
  return { comments: limited, moreComments: Math.max(0, total - limited.length) };
}
