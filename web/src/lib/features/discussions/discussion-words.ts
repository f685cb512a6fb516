/** Pull requests and issues in words. */
import type { DiscussionEvidence, DiscussionView } from '../../api.ts';

type Kind = DiscussionEvidence['kind'];

export const discussionNames: Readonly<Record<Kind, string>> = {
  'pull-request': 'pull request',
  issue: 'issue',
};

/** Of those kept: none is open. */
export const closedWords: Readonly<Record<Kind, string>> = { 'pull-request': 'merged', issue: 'closed' };

export const remarkNames: Readonly<Record<DiscussionView['remarks'][number]['kind'], string>> = {
  comment: 'comment',
  review: 'review',
  'review-comment': 'remark on a line',
};

/** `Pull request`. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
