/** A draft told by whoever is to write the answer: composed from the index, or by a model from what the draft rests on. */

import type { AnswerEvent } from '../core/answer.ts';
import type { AskedQuestion } from './prepare-answer.ts';
import type { ResolvedSnapshot } from './resolve-snapshot.ts';
import type { Services } from './services.ts';
import { tellDraft, type ToldDraft } from './tell-draft.ts';

export function tellAnswer(
  services: Services,
  resolved: ResolvedSnapshot,
  { draft }: { readonly draft: ToldDraft; readonly asked: AskedQuestion },
): AsyncIterable<AnswerEvent> {
  return tellDraft(services, resolved, draft);
}
