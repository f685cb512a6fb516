/** Converts a turn's events to parts of the AI SDK's UI message stream, or collects the events into one answer. */

import type { Answer } from '../../contract/answers/schema.ts';
import type { Evidence as WireEvidence } from '../../contract/answers/evidence.ts';
import type { Claim as WireClaim } from '../../contract/answers/claim.ts';
import type { Generation as WireGeneration } from '../../contract/models/schema.ts';
import type { Receipt as WireReceipt } from '../../contract/receipts/schema.ts';
import type { AnswerMetadata, AnswerStreamPart } from '../../contract/answers/stream.ts';
import type { Card as WireCard } from '../../contract/answers/card.ts';
import type { CoverageLine, QuestionReading } from '../../core/answers/answer.ts';
import type { Claim } from '../../core/answers/claim.ts';
import type { TurnEvent } from '../../core/answers/conversation.ts';
import { AppError } from '../../core/errors.ts';
import { cardToWire, evidenceToWire, generationToWire, receiptToWire } from './answer-to-wire.ts';
import { toProblem } from '../on-error.ts';

type TurnEventOfType<Type extends TurnEvent['type']> = Extract<TurnEvent, { type: Type }>;

/**
 * Converts the events of a turn, from its first, to parts. The same events always yield the same parts, so that a number identifies a part.
 */
export function createPartConverter(
  conversationId: string,
): (event: TurnEvent) => readonly AnswerStreamPart[] {
  let ids: AnswerMetadata = { answerId: '', conversationId, turn: 0, snapshotId: '', cached: false };
  // The text starts with its first words; the question and the sources come before it.
  let hasText = false;
  return (event) => {
    if (event.type === 'begin') ids = turnMetadata(event, conversationId);
    const startsText = event.type === 'text' && !hasText;
    hasText ||= startsText;
    const endsText = hasText && (event.type === 'end' || event.type === 'stopped');
    return [
      ...(startsText ? [{ type: 'text-start' as const, id: textId }] : []),
      ...(endsText ? [{ type: 'text-end' as const, id: textId }] : []),
      ...eventToParts(event, ids),
    ];
  };
}

function turnMetadata(
  { turn, number, snapshot, cached, version }: TurnEventOfType<'begin'>,
  conversationId: string,
): AnswerMetadata {
  const ids = { answerId: turn, conversationId, turn: number, snapshotId: snapshot, cached };
  return version?.asked === undefined ? ids : { ...ids, version: version.asked };
}

function eventToParts(event: TurnEvent, ids: AnswerMetadata): readonly AnswerStreamPart[] {
  switch (event.type) {
    case 'begin':
      return [{ type: 'start', messageId: ids.answerId, messageMetadata: ids }];
    case 'question':
      return [{ type: 'data-question', data: event.reading }];
    case 'sources':
      return [{ type: 'data-sources', data: { evidence: event.evidence.map(evidenceToWire) } }];
    case 'text':
      return [{ type: 'text-delta', id: textId, delta: event.delta }];
    case 'claim':
      return [{ type: 'data-claim', id: event.claim.id, data: claimToWire(event.claim) }];
    case 'card':
      return [{ type: 'data-card', id: event.card.id, data: cardToWire(event.card) }];
    case 'declined':
      return [{ type: 'data-declined', data: event.searched }];
    case 'suggestions':
      return [{ type: 'data-suggestions', data: { questions: [...event.questions] } }];
    case 'generation':
      return [{ type: 'data-generation', data: generationToWire(event.generation) }];
    case 'receipt':
      return [{ type: 'data-receipt', data: receiptToWire(event.receipt) }];
    case 'coverage':
      return [{ type: 'data-coverage', data: coverageToWire(event.coverage) }];
    case 'end':
      return [
        { type: 'data-timings', data: event.timings },
        { type: 'finish', messageMetadata: { ...ids, ...event.verdict } },
      ];
    case 'stopped':
      return [{ type: 'abort', reason: event.reason }];
    case 'failed':
      return [{ type: 'error', errorText: JSON.stringify(toProblem(toFailureError(event), '')) }];
  }
}

const textId = 'answer';

/** @throws AppError the turn's failure; `answer_stopped`; `answer_interrupted` if the events end before the answer does */
export async function collectAnswer(
  conversationId: string,
  events: AsyncIterable<TurnEvent>,
): Promise<Answer> {
  const collected: CollectedAnswer = {
    claims: new Map(),
    cards: new Map(),
    text: '',
    evidence: [],
    suggestions: [],
  };
  for await (const event of events) {
    addEvent(collected, event, conversationId);
    const { ids, coverage, reading } = collected;
    if (event.type !== 'end' || ids === undefined || coverage === undefined || reading === undefined)
      continue;
    const { answerId: id, turn, snapshotId, cached } = ids;
    return {
      id,
      conversationId,
      turn,
      snapshotId,
      cached,
      ...event.verdict,
      answer: collected.text.trim(),
      claims: [...collected.claims.values()],
      evidence: collected.evidence,
      cards: [...collected.cards.values()],
      reading: readingToWire(reading),
      suggestions: collected.suggestions,
      ...(collected.generation === undefined ? {} : { generation: collected.generation }),
      ...(collected.receipt === undefined ? {} : { receipt: collected.receipt }),
      coverage: coverageToWire(coverage),
      timings: event.timings,
    };
  }
  throw new AppError('answer_interrupted', 'The answer ended before it was complete.');
}

/** The parts of an answer that were collected so far. */
interface CollectedAnswer {
  readonly claims: Map<string, WireClaim>;
  readonly cards: Map<string, WireCard>;
  text: string;
  evidence: WireEvidence[];
  suggestions: string[];
  ids?: AnswerMetadata;
  reading?: QuestionReading;
  coverage?: CoverageLine;
  generation?: WireGeneration;
  receipt?: WireReceipt;
}

function addEvent(collected: CollectedAnswer, event: TurnEvent, conversationId: string): void {
  if (event.type === 'begin') collected.ids = turnMetadata(event, conversationId);
  if (event.type === 'question') collected.reading = event.reading;
  if (event.type === 'suggestions') collected.suggestions = [...event.questions];
  if (event.type === 'text') collected.text += event.delta;
  if (event.type === 'claim') collected.claims.set(event.claim.id, claimToWire(event.claim));
  if (event.type === 'card') collected.cards.set(event.card.id, cardToWire(event.card));
  if (event.type === 'sources') collected.evidence = event.evidence.map(evidenceToWire);
  if (event.type === 'coverage') collected.coverage = event.coverage;
  if (event.type === 'generation') collected.generation = generationToWire(event.generation);
  if (event.type === 'receipt') collected.receipt = receiptToWire(event.receipt);
  if (event.type === 'failed') throw toFailureError(event);
  if (event.type === 'stopped') throw new AppError('answer_stopped', event.reason);
}

function readingToWire({
  asked,
  text,
  carried,
  subQueries,
  notes,
  version,
}: QuestionReading): Answer['reading'] {
  return {
    asked,
    text,
    carried: [...carried],
    ...(subQueries === undefined ? {} : { subQueries: [...subQueries] }),
    ...(notes === undefined ? {} : { notes: [...notes] }),
    ...(version === undefined ? {} : { version }),
  };
}

function toFailureError({ failure }: TurnEventOfType<'failed'>): AppError {
  return new AppError(failure.code, failure.message, { details: { ...failure.details } });
}

function claimToWire(claim: Claim): WireClaim {
  return { ...claim, citations: [...claim.citations], checks: claim.checks.map((check) => ({ ...check })) };
}

export function coverageToWire(coverage: CoverageLine): Answer['coverage'] {
  return {
    ...coverage,
    behind: coverage.behind ?? null,
    behindReason: coverage.behindReason ?? null,
    checkedAt: coverage.checkedAt === undefined ? null : new Date(coverage.checkedAt).toISOString(),
    ref: coverage.ref ?? null,
    indexedAt: new Date(coverage.indexedAt).toISOString(),
  };
}
