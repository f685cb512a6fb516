/** Returns the fields of labels, and the fields that comments of every type have. */

import type { CommentData } from '../discussions/discussion-data.ts';
import { nodeId } from '../state.ts';
import { actorFields } from './actor-fields.ts';
import type { Fields } from './fields.ts';
import type { Scope } from './scope.ts';

interface CommentPlace {
  readonly __typename: 'IssueComment' | 'PullRequestReview' | 'PullRequestReviewComment';
  /** Address of the pull request or issue that the comment belongs to. */
  readonly url: string;
}

export function commentFields(scope: Scope, comment: CommentData, { __typename, url }: CommentPlace): Fields {
  const id = nodeId(__typename, url, comment.createdAt, comment.author ?? '', comment.body.length);
  return {
    __typename,
    id,
    url: `${url}#${id}`,
    author: actorFields(comment.author),
    authorAssociation: comment.author === null ? 'NONE' : 'MEMBER',
    body: comment.body,
    bodyText: stripMarkdown(comment.body),
    createdAt: comment.createdAt,
    updatedAt: comment.createdAt,
    publishedAt: comment.createdAt,
    isMinimized: false,
    minimizedReason: null,
    repository: scope.repository,
  };
}

export const labelFields = (scope: Scope, name: string): Fields => ({
  __typename: 'Label',
  id: nodeId('LA', scope.hosted.id, name),
  name,
  color: 'ededed',
  description: null,
  isDefault: false,
});

/** Removes the most common Markdown markup, which is enough for tests. */
export const stripMarkdown = (markdown: string): string =>
  markdown
    .replace(/<!--[^]*?-->/g, '')
    .replace(/^#{1,6} +|^> ?/gm, '')
    .replace(/```\w*\n?|`/g, '')
    .trim();
