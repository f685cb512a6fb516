/** Prepares a draft of a question that is answered as it was read: neither corrected nor split. */

import type { Confidence, QuestionClass, Subject } from '../../../core/answers/question.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { AnswerRequest, PreparedAnswer, SearchedRequest } from '../answer-request.ts';
import type { AnswerDraft } from './write-composed.ts';
import { writeAnswer } from './write-answer.ts';

type ClassifiedDraft = AnswerDraft & {
  readonly class: QuestionClass;
  readonly confidence: Confidence;
  readonly subjects: readonly Subject[];
  readonly notes?: readonly string[];
};

/** @param input.notes added to those of the draft */
export function prepareDraft(
  services: Services,
  resolved: ResolvedSnapshot,
  input: {
    readonly draft: ClassifiedDraft;
    readonly request: SearchedRequest;
    readonly notes?: readonly string[];
  },
): PreparedAnswer {
  const { draft, request, notes = [] } = input;
  const { class: questionClass, confidence, subjects } = draft;
  return {
    class: questionClass,
    confidence,
    subjects,
    notes: [...(draft.notes ?? []), ...notes],
    ...asWritten(services, request, writeAnswer(services, resolved, { draft, request })),
  };
}

/** The reading of a question that is neither corrected nor split. */
export function asWritten(
  { clock }: Pick<Services, 'clock'>,
  { startedAt }: Pick<AnswerRequest, 'startedAt'>,
  parts: PreparedAnswer['parts'],
) {
  return { readAs: undefined, subQueries: [], retrieveMs: clock.now() - startedAt, parts };
}
