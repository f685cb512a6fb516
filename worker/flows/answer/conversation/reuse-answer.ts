/**
 * Reuses a cached answer for another turn. The text, evidence and checks stay. The new turn gets its own reading, coverage, receipt and
 * timings. The cached answer contains no data of the turn that produced it.
 */

import type { AnswerEvent } from '../../../core/answers/answer.ts';
import type { AnswerTimings } from '../../../core/answers/claim.ts';
import type { RewrittenQuestion } from '../../../retrieval/follow-up/rewrite-follow-up.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import { coverageLine } from '../coverage-line.ts';
import { issueReceipt, openTranscript, recordEvent } from '../evidence/issue-receipt.ts';

interface ReusingTurn {
  /** As the user wrote it. */
  readonly question: string;
  readonly followUp: RewrittenQuestion;
  readonly startedAt: number;
}

/** Removes the user's wording and the receipt, so that all conversations can share the events. */
export function removeTurnData(events: readonly AnswerEvent[]): readonly AnswerEvent[] {
  return events.flatMap((event): readonly AnswerEvent[] => {
    if (event.type === 'receipt') return [];
    if (event.type !== 'question') return [event];
    return [{ ...event, reading: { ...event.reading, asked: '', carried: [] } }];
  });
}

/** @param events a complete answer to the same rewritten question, from the same snapshot with the same settings */
export async function reuseAnswer(
  services: Pick<Services, 'build' | 'clock' | 'receiptSigner'>,
  resolved: ResolvedSnapshot,
  events: readonly AnswerEvent[],
  turn: ReusingTurn,
): Promise<readonly AnswerEvent[]> {
  const turnEvents = removeTurnData(events).map((event) => adaptEvent(event, resolved, turn));
  const reading = turnEvents.find((event) => event.type === 'question')?.reading;
  const end = turnEvents.find((event) => event.type === 'end');
  if (reading === undefined || end === undefined) return turnEvents;
  const transcript = openTranscript();
  for (const event of turnEvents) recordEvent(transcript, event);
  const elapsedMs = services.clock.now() - turn.startedAt;
  const timings: AnswerTimings = { retrieveMs: 0, firstPartMs: elapsedMs, totalMs: elapsedMs };
  const { verdict } = end;
  const receipt = await issueReceipt(services, resolved, { transcript, reading, verdict, timings });
  return turnEvents.flatMap((event): readonly AnswerEvent[] =>
    event === end
      ? [
          { type: 'receipt', receipt },
          { ...end, timings },
        ]
      : [event],
  );
}

function adaptEvent(event: AnswerEvent, resolved: ResolvedSnapshot, turn: ReusingTurn): AnswerEvent {
  if (event.type === 'coverage') return { ...event, coverage: coverageLine(resolved) };
  if (event.type !== 'question') return event;
  // `text` stays because it contains the corrected spelling.
  const { carried } = turn.followUp;
  return { ...event, reading: { ...event.reading, asked: turn.question, carried } };
}
