/** Defines the labels for pull requests, issues and their comments. */
import type { DiscussionEvidence, DiscussionView } from '../../api.ts';

type DiscussionKind = DiscussionEvidence['kind'];

export const discussionNames: Readonly<Record<DiscussionKind, string>> = {
  'pull-request': 'pull request',
  issue: 'issue',
};

/** Only merged pull requests and closed issues are stored. */
export const closedLabels: Readonly<Record<DiscussionKind, string>> = {
  'pull-request': 'merged',
  issue: 'closed',
};

export const commentKindLabels: Readonly<Record<DiscussionView['remarks'][number]['kind'], string>> = {
  comment: 'comment',
  review: 'review',
  'review-comment': 'comment on a line',
};
