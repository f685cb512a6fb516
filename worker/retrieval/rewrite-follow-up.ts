/** A follow-up to a question that stands on its own, with what it takes from the turns before it. No model, no database. */

import type { EarlierTurn } from '../core/conversation.ts';

export interface RewrittenQuestion {
  readonly text: string;
  /** Names, paths and words taken from earlier turns; empty when it stood on its own. */
  readonly carried: readonly string[];
}

export function rewriteFollowUp(question: string, _earlier: readonly EarlierTurn[]): RewrittenQuestion {
  return { text: question, carried: [] };
}
