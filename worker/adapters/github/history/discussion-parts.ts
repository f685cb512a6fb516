/** What commits, discussions and remarks are made of, whichever interface told their fields. */

import {
  maxCommentLength,
  maxComments,
  type Discussion,
  type DiscussionKind,
  type DiscussionComment,
} from '../../../core/history/discussion.ts';
import { maxMessageLength } from '../../../core/history/history.ts';
import type { HostedCommit, HostedDiscussion } from '../../../ports/history-source.ts';

/** As GitHub itself shows an account that is gone. */
export const nobody = 'ghost';

export function cutMessage(message: string): Pick<HostedCommit, 'message' | 'isCut'> {
  return { message: message.slice(0, maxMessageLength), isCut: message.length > maxMessageLength };
}

export function cutBody(body: string): Pick<DiscussionComment, 'body' | 'isCut'> {
  const text = body.replaceAll('\r\n', '\n');
  return { body: text.slice(0, maxCommentLength), isCut: text.length > maxCommentLength };
}

export interface ToldDiscussion extends Pick<Discussion, 'title' | 'author' | 'body' | 'labels' | 'url'> {
  readonly number: number | undefined;
  /** Milliseconds since 1970, as below. */
  readonly openedAt: number | undefined;
  readonly closedAt: number | undefined;
  readonly updatedAt: number | undefined;
}

/** Without what it closes and its remarks; undefined where what it cannot be told without is missing. */
export function hostedDiscussion(kind: DiscussionKind, told: ToldDiscussion): HostedDiscussion | undefined {
  const { number, openedAt, closedAt, updatedAt, title, author, body, labels, url } = told;
  if (number === undefined || openedAt === undefined || closedAt === undefined) return undefined;
  const discussion: Discussion = {
    kind,
    number,
    title: title.slice(0, maxCommentLength),
    author,
    openedAt,
    closedAt,
    ...cutBody(body),
    labels,
    url,
    mergeCommit: undefined,
    closes: [],
    comments: [],
    moreComments: 0,
  };
  return { discussion, updatedAt: updatedAt ?? closedAt, changed: undefined };
}

/** In the order they were written; of very many the first four fifths and the last. */
export function keptRemarks(
  spoken: readonly DiscussionComment[],
  counted: number,
): Pick<Discussion, 'comments' | 'moreComments'> {
  const inOrder = spoken.toSorted((a, b) => a.writtenAt - b.writtenAt);
  const most = (maxComments * 4) / 5;
  const remarks =
    inOrder.length <= maxComments
      ? inOrder
      : [...inOrder.slice(0, most), ...inOrder.slice(inOrder.length - (maxComments - most))];
  return { comments: remarks, moreComments: Math.max(0, counted - remarks.length) };
}
