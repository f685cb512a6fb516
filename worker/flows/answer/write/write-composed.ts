/** Writes a composed draft as events: the evidence that it cites, its cards, then its text with every claim checked. */

import { createClaimReader, type ReadClaim } from '../../../answering/claim-text/read-claims.ts';
import type { AnswerEvent } from '../../../core/answers/answer.ts';
import type { Card } from '../../../core/answers/card.ts';
import type { AnyEvidence } from '../../../core/answers/evidence.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { GraphDraft } from '../graph/draft-from-graph.ts';
import type { HistoryDraft } from '../history/draft-history.ts';
import type { Draft } from '../passages/draft-from-passages.ts';
import { createClaimEmitter, type ClaimEmitter } from './claim-emitter.ts';

/** A draft from passages, the graph or history. */
export type AnswerDraft = (Omit<Draft, 'evidence'> | GraphDraft | HistoryDraft) & {
  readonly evidence: ReadonlyMap<string, AnyEvidence>;
};

export async function* writeComposedDraft(
  services: Services,
  resolved: ResolvedSnapshot,
  draft: AnswerDraft,
): AsyncGenerator<AnswerEvent> {
  const facts = 'facts' in draft ? draft.facts : undefined;
  const composed = { ...draft, rest: [...draft.rest] };
  const emitter = createClaimEmitter(services, resolved, {
    evidence: selectCited(composed),
    facts,
    reserved: draft.evidence.keys(),
  });
  yield emitter.sources();
  yield* emitCards(composed);
  yield* writeComposedText(emitter, composed);
  yield* emitSuggestions(composed);
}

/** Selects the evidence that the text or a card cites. A draft also has evidence that its composer did not use. */
export function selectCited(
  draft: AnswerDraft & { readonly rest: readonly string[] },
): ReadonlyMap<string, AnyEvidence> {
  const texts = [draft.first ?? '', ...draft.rest];
  const inText = texts.flatMap((text) =>
    [...text.matchAll(/\[chunk:([\w-]+)\]/g)].flatMap(([, id]) => id ?? []),
  );
  const inCards = ('cards' in draft ? draft.cards : []).flatMap(listCardEvidence);
  const cited = new Set([...inText, ...inCards]);
  return new Map([...draft.evidence].filter(([id]) => cited.has(id)));
}

function listCardEvidence(card: Card): readonly string[] {
  if (card.type === 'table') return card.rows.flatMap(({ evidence }) => evidence ?? []);
  return card.type === 'timeline' ? card.entries.flatMap(({ evidence }) => evidence ?? []) : [];
}

/** Emits the composed text sentence by sentence and checks each claim. */
export async function* writeComposedText(
  emitter: ClaimEmitter,
  { first, rest }: Pick<AnswerDraft, 'first' | 'rest'>,
): AsyncGenerator<AnswerEvent> {
  const reader = createClaimReader();
  const check = async function* (read: readonly ReadClaim[]): AsyncGenerator<AnswerEvent> {
    for (const claim of read)
      for await (const event of emitter.emit(emitter.nextId(), claim))
        yield event.type === 'claim' ? { ...event, isComposed: true } : event;
  };
  const write = async function* (delta: string): AsyncGenerator<AnswerEvent> {
    yield { type: 'text', delta };
    yield* check(reader.add(delta));
  };
  yield* write(first ?? '');
  for (const delta of rest) yield* write(delta);
  yield* check(reader.end());
}

export function* emitCards(draft: AnswerDraft): Generator<AnswerEvent> {
  for (const card of 'cards' in draft ? draft.cards : []) yield { type: 'card', card };
}

export function* emitSuggestions(draft: AnswerDraft): Generator<AnswerEvent> {
  if ('suggestions' in draft && draft.suggestions.length > 0)
    yield { type: 'suggestions', questions: draft.suggestions };
}
