/** A draft told event by event: what it rests on, its cards, and its text as it is read and checked; no claim leaves unchecked. */

import { createClaimReader, type ReadClaim } from '../answering/read-claims.ts';
import type { AnswerEvent } from '../core/answer.ts';
import type { AnyEvidence } from '../core/evidence.ts';
import type { GraphDraft } from './answer-from-graph.ts';
import { createClaimTeller, type ClaimTeller } from './claim-teller.ts';
import type { HistoryDraft } from './draft-history.ts';
import type { Draft } from './draft-answer.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { Services } from './services.ts';

/** A draft of any way of answering. */
export type ToldDraft = (Omit<Draft, 'evidence'> | GraphDraft | HistoryDraft) & {
  readonly evidence: ReadonlyMap<string, AnyEvidence>;
};

export async function* tellDraft(
  services: Services,
  resolved: ResolvedSnapshot,
  draft: ToldDraft,
): AsyncGenerator<AnswerEvent> {
  const facts = 'facts' in draft ? draft.facts : undefined;
  const teller = createClaimTeller(services, resolved, { evidence: draft.evidence, facts });
  yield teller.sources();
  yield* cardsOf(draft);
  yield* tellComposed(teller, draft);
  yield* suggestionsOf(draft);
}

/** The text the embedded answerer composes. */
export async function* tellComposed(
  teller: ClaimTeller,
  { first, rest }: Pick<ToldDraft, 'first' | 'rest'>,
): AsyncGenerator<AnswerEvent> {
  const reader = createClaimReader();
  const check = async function* (read: readonly ReadClaim[]): AsyncGenerator<AnswerEvent> {
    for (const claim of read) yield* teller.tell(teller.nextId(), claim);
  };
  const write = async function* (delta: string): AsyncGenerator<AnswerEvent> {
    yield { type: 'text', delta };
    yield* check(reader.add(delta));
  };
  yield* write(first ?? '');
  for (const delta of rest) yield* write(delta);
  yield* check(reader.end());
}

export function* cardsOf(draft: ToldDraft): Generator<AnswerEvent> {
  for (const card of 'cards' in draft ? draft.cards : []) yield { type: 'card', card };
}

export function* suggestionsOf(draft: ToldDraft): Generator<AnswerEvent> {
  if ('suggestions' in draft && draft.suggestions.length > 0)
    yield { type: 'suggestions', questions: draft.suggestions };
}
