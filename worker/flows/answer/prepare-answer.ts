/** Prepares an answer before anything is sent: from the repository, or from the attached files alone if the repository contains no answer. */

import type { Services } from '../services.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import { draftForAttachments } from './add-attachments.ts';
import { answerFromRepository } from './answer-from-repository.ts';
import type { PreparedAnswer, SearchedRequest } from './answer-request.ts';
import { asWritten } from './write/prepare-draft.ts';
import { writeDraft } from './write/write-answer.ts';

const attachmentsOnlyNote = 'Answered from the attached files only: the repository contains no answer.';

export async function prepareAnswer(
  services: Services,
  resolved: ResolvedSnapshot,
  request: SearchedRequest,
): Promise<PreparedAnswer> {
  const prepared = await answerFromRepository(services, resolved, request);
  const { class: questionClass, confidence } = prepared;
  const isAnswered = confidence !== 'out-of-scope' && questionClass !== 'too-broad';
  if (request.missing !== undefined || isAnswered) return prepared;
  const draft = await draftForAttachments(services, request);
  if (draft === undefined) return prepared;
  return {
    ...prepared,
    class: 'docs',
    confidence: 'low',
    notes: [...prepared.notes, attachmentsOnlyNote],
    ...asWritten(services, request, writeDraft(services, resolved, { draft, request })),
  };
}
