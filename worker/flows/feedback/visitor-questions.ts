/** Stores what visitors of a site ask with its publishable key, and lists it for the owner of the repository: what the documentation lacks. */

import type { AnswerEvent } from '../../core/answers/answer.ts';
import type { ConversationKey } from '../../core/answers/conversation.ts';
import { visitorQuestionDays, type RatedQuestion } from '../../core/answers/visitor-question.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { VisitorQuestionPage, VisitorQuestionStore } from '../../ports/access/visitor-questions.ts';
import { requirePermission } from '../identity/require-permission.ts';
import type { Services } from '../services.ts';

const dayMs = 86_400_000;

interface AnsweredTurn {
  readonly id: string;
  readonly question: string;
  /** Of the complete answer. */
  readonly events: readonly AnswerEvent[];
}

/** Does nothing for other viewers, whose questions are private, and for a key of somebody who does not own the repository. */
export async function recordVisitorQuestion(
  { visitorQuestions, clock }: Pick<Services, 'visitorQuestions' | 'clock'>,
  { viewer, repositoryId }: Pick<ConversationKey, 'viewer' | 'repositoryId'>,
  { id, question, events }: AnsweredTurn,
): Promise<void> {
  const end = events.findLast((event) => event.type === 'end');
  if (viewer.kind !== 'publishable' || end === undefined) return;
  await visitorQuestions.add(
    { id: viewer.userId },
    {
      id,
      repositoryId,
      question,
      class: end.verdict.class,
      isDeclined: end.verdict.refused,
      askedAt: clock.now(),
    },
  );
}

export interface VisitorQuestions {
  readonly questions: readonly RatedQuestion[];
  readonly counts: Awaited<ReturnType<VisitorQuestionStore['count']>>;
}

/** @throws AppError `repository_not_found` | `owner_required` */
export async function listVisitorQuestions(
  { catalog, visitorQuestions }: Pick<Services, 'catalog' | 'visitorQuestions'>,
  viewer: Viewer,
  { id, ...page }: VisitorQuestionPage & { readonly id: string },
): Promise<VisitorQuestions> {
  requirePermission(viewer, 'account', { id, repository: await catalog.getRepository(viewer, id) });
  const [questions, counts] = await Promise.all([
    visitorQuestions.list(id, page),
    visitorQuestions.count(id),
  ]);
  return { questions, counts };
}

/** A scheduled task. */
export async function expireVisitorQuestions({
  visitorQuestions,
  clock,
}: Pick<Services, 'visitorQuestions' | 'clock'>): Promise<void> {
  await visitorQuestions.removeOlderThan(clock.now() - visitorQuestionDays * dayMs);
}
