/** Stores what a viewer thought of an answer, and lists it for the owner of the repository. */

import { AppError } from '../../core/errors.ts';
import type { ConversationKey } from '../../core/answers/conversation.ts';
import { ratedAnswer, type Feedback } from '../../core/answers/feedback.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { FeedbackCounts, FeedbackFilter } from '../../ports/access/feedback-store.ts';
import { requirePermission } from '../identity/require-permission.ts';
import type { Services } from '../services.ts';

type GivenFeedback = Pick<Feedback, 'turnId' | 'rating' | 'reason' | 'text'>;

/**
 * The server reads what was shown from the conversation, so a viewer can rate only answers that they got.
 * @throws AppError `turn_not_found`
 */
export async function giveFeedback(
  { conversations, feedbackStore, clock }: Pick<Services, 'conversations' | 'feedbackStore' | 'clock'>,
  key: ConversationKey,
  given: GivenFeedback,
): Promise<void> {
  const turns = (await conversations.read(key))?.turns ?? [];
  const turn = turns.find(({ id }) => id === given.turnId);
  if (turn === undefined)
    throw new AppError('turn_not_found', `The conversation has no turn ${JSON.stringify(given.turnId)}.`);
  await feedbackStore.save({
    ...given,
    id: crypto.randomUUID(),
    repositoryId: key.repositoryId,
    viewer: key.viewer.id,
    conversationId: key.id,
    question: turn.question,
    answer: ratedAnswer(turn),
    createdAt: clock.now(),
  });
}

export interface FeedbackPage {
  readonly repositoryName: string;
  readonly feedback: readonly Feedback[];
  readonly counts: FeedbackCounts;
}

/** @throws AppError `repository_not_found` | `owner_required` */
export async function listFeedback(
  { catalog, feedbackStore }: Pick<Services, 'catalog' | 'feedbackStore'>,
  viewer: Viewer,
  { id, ...filter }: FeedbackFilter & { readonly id: string },
): Promise<FeedbackPage> {
  const repository = requirePermission(viewer, 'account', {
    id,
    repository: await catalog.getRepository(viewer, id),
  });
  const [feedback, counts] = await Promise.all([feedbackStore.list(id, filter), feedbackStore.count(id)]);
  return { repositoryName: repository.name, feedback, counts };
}
