/** A draft told by whoever is to write the answer: composed from the index, or by a model from what the draft rests on. */

import type { AnswerEvent } from '../core/answer.ts';
import { addAttachments } from './add-attachments.ts';
import { tellByModel } from './generation/tell-by-model.ts';
import type { SearchedQuestion } from './prepare-answer.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { Services } from './services.ts';
import { tellDraft, type ToldDraft } from './tell-draft.ts';

interface Told {
  readonly draft: ToldDraft;
  readonly asked: SearchedQuestion;
}

/** With the files that came with the question. */
export async function* tellAnswer(
  services: Services,
  resolved: ResolvedSnapshot,
  { draft, asked }: Told,
): AsyncGenerator<AnswerEvent> {
  yield* tellWhole(services, resolved, { draft: await addAttachments(services, draft, asked), asked });
}

/** A draft that holds them already. */
export function tellWhole(
  services: Services,
  resolved: ResolvedSnapshot,
  { draft, asked }: Told,
): AsyncGenerator<AnswerEvent> {
  return asked.writer.models.length === 0
    ? tellDraft(services, resolved, draft)
    : tellByModel(services, resolved, { draft, asked });
}
