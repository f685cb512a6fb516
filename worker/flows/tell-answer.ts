/** A draft told by whoever is to write the answer: composed from the index, or by a model from what the draft rests on. */

import type { AnswerEvent } from '../core/answer.ts';
import { addAttachments } from './add-attachments.ts';
import { tellByModel } from './generation/tell-by-model.ts';
import type { AskedQuestion } from './prepare-answer.ts';
import type { ResolvedSnapshot } from './resolve-snapshot.ts';
import type { Services } from './services.ts';
import { tellDraft, type ToldDraft } from './tell-draft.ts';

export async function* tellAnswer(
  services: Services,
  resolved: ResolvedSnapshot,
  { draft, asked }: { readonly draft: ToldDraft; readonly asked: AskedQuestion },
): AsyncGenerator<AnswerEvent> {
  const whole = await addAttachments(services, draft, asked);
  if (asked.writer.models.length === 0) yield* tellDraft(services, resolved, whole);
  else yield* tellByModel(services, resolved, { draft: whole, asked });
}
