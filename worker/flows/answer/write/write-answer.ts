/** Writes a draft as an answer: the index composes the text, or a model writes it from the draft's evidence. */

import type { AnswerEvent } from '../../../core/answers/answer.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import { addAttachments } from '../add-attachments.ts';
import type { SearchedRequest } from '../answer-request.ts';
import { writeComposedDraft, type AnswerDraft } from './write-composed.ts';
import { writeWithModel } from './write-with-model.ts';

interface AnswerToWrite {
  readonly draft: AnswerDraft;
  readonly request: SearchedRequest;
}

/** Adds the attached files of the question to the draft, then writes it. */
export async function* writeAnswer(
  services: Services,
  resolved: ResolvedSnapshot,
  { draft, request }: AnswerToWrite,
): AsyncGenerator<AnswerEvent> {
  const withFiles = await addAttachments(services, draft, request);
  yield* writeDraft(services, resolved, { draft: withFiles, request });
}

/** Writes a draft that contains the attached files already. */
export function writeDraft(
  services: Services,
  resolved: ResolvedSnapshot,
  { draft, request }: AnswerToWrite,
): AsyncGenerator<AnswerEvent> {
  return request.writer.models.length === 0
    ? writeComposedDraft(services, resolved, draft)
    : writeWithModel(services, resolved, { draft, request });
}
