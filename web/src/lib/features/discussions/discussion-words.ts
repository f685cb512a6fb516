/** Labels for pull requests, issues and their comments. */
import type { DiscussionEvidence, DiscussionView } from '../../api.ts';

type Kind = DiscussionEvidence['kind'];

export const discussionNames: Readonly<Record<Kind, string>> = {
  'pull-request': 'pull request',
  issue: 'issue',
};

/** Only closed ones are stored. */
export const closedWords: Readonly<Record<Kind, string>> = { 'pull-request': 'merged', issue: 'closed' };

export const commentNames: Readonly<Record<DiscussionView['remarks'][number]['kind'], string>> = {
  comment: 'comment',
  review: 'review',
  'review-comment': 'comment on a line',
};

/** `Pull request`. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
