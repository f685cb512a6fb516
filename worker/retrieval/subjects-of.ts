/** What an answer was about, for follow-ups that mean it without naming it. */

import type { Subject } from '../core/conversation.ts';
import type { Evidence } from '../core/evidence.ts';
import type { Question } from '../core/question.ts';

export function subjectsOf(
  _found: { readonly question: Question },
  _evidence: readonly Evidence[],
): readonly Subject[] {
  return [];
}
