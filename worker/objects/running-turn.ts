/**
 * A turn at work: its events go to the log and then to whoever listens. It goes on when its listeners leave, ends by itself when
 * nobody has listened for a while, and stops when told: from then on nothing is called and nothing is told.
 */

import type { AnswerEvent } from '../core/answer.ts';
import type { Subject, TurnEvent, TurnState } from '../core/conversation.ts';
import { AppError, toAppError } from '../core/errors.ts';
import type { TakenTurn } from '../flows/take-turn.ts';
import { createAudience } from './audience.ts';
import type { ConversationLog } from './conversation-log.ts';
import { logFailure } from './log-failure.ts';

export interface RunningTurn {
  readonly id: string;
  /** Whether all has been told. */
  readonly isOver: () => boolean;
  /** Settled once nothing of it is at work; what is left after its end is told is the keeping of its answer. */
  readonly ended: Promise<void>;
  /** Its events so far and to come, one a line. */
  readonly listen: () => ReadableStream<Uint8Array>;
  readonly stop: (reason: string) => void;
  readonly isHeard: () => boolean;
}

interface TurnAtHand {
  readonly id: string;
  readonly number: number;
  readonly begin: Extract<TurnEvent, { type: 'begin' }>;
  /** Told at once when they are all there. */
  readonly events: TakenTurn['events'];
  readonly keep: TakenTurn['keep'];
}

type EndState = Exclude<TurnState, 'running'>;

/** @param watch what the signal of the answer's calls is given by, and how long a turn goes on unheard */
export function runTurn(
  log: Pick<ConversationLog, 'append' | 'end'>,
  turn: TurnAtHand,
  watch: { readonly controller: AbortController; readonly unheardMs: number },
): RunningTurn {
  const audience = createAudience(watch.unheardMs, () => stop('Nobody was listening any more.'));
  let count = 0;
  let over = false;

  function tell(...events: readonly TurnEvent[]): void {
    log.append(turn.number, count + 1, events);
    count += events.length;
    audience.tell(events);
  }

  /** Whatever becomes of the log, nobody is left waiting. */
  function end(state: EndState, last: TurnEvent | undefined, subjects: readonly Subject[] = []): void {
    over = true;
    try {
      if (last !== undefined) tell(last);
      log.end(turn.number, state, subjects);
    } finally {
      audience.dismiss();
    }
  }

  function stop(reason: string): void {
    if (over) return;
    watch.controller.abort();
    end('stopped', { type: 'stopped', reason });
  }

  async function run(events: AsyncIterable<AnswerEvent>): Promise<void> {
    const told: AnswerEvent[] = [];
    try {
      for await (const event of events) {
        if (over) return;
        told.push(event);
        // One step: a turn whose end is told has ended, whatever comes after.
        if (event.type === 'end') end('done', event, event.subjects);
        else tell(event);
      }
    } catch (thrown) {
      // What it was doing when it was stopped may end in an error of any kind.
      if (!over) end('failed', failed(thrown));
      return;
    }
    await turn.keep(told);
  }

  const running = {
    id: turn.id,
    listen: audience.listen,
    stop,
    isHeard: audience.isThere,
    isOver: () => over,
  };
  if (isWhole(turn.events)) {
    tell(turn.begin, ...turn.events);
    end('done', undefined, turn.events.flatMap(subjectsOf));
    return { ...running, ended: Promise.resolve() };
  }
  tell(turn.begin);
  return {
    ...running,
    ended: run(turn.events).catch((thrown: unknown) => logFailure('answer not kept', thrown)),
  };
}

function isWhole(events: TakenTurn['events']): events is readonly AnswerEvent[] {
  return Array.isArray(events);
}

function subjectsOf(event: AnswerEvent): readonly Subject[] {
  return event.type === 'end' ? event.subjects : [];
}

function failed(thrown: unknown): TurnEvent {
  const { code, message, details } = toAppError(thrown);
  if (code === 'internal') logFailure('answer failed', thrown);
  return { type: 'failed', failure: { code, message, details } };
}

/** What a turn ends in when the object that ran it is gone. */
export function interrupted(): TurnEvent {
  return failed(new AppError('answer_interrupted', 'The server was restarted while it answered.'));
}
