/**
 * A running turn: its events go to the log and then to subscribers. It continues when a subscriber leaves, and ends after a while without
 * any. After a stop, it makes no calls and sends no events.
 */

import type { AnswerEvent } from '../core/answers/answer.ts';
import type { NewTurn, TurnEvent, TurnState } from '../core/answers/conversation.ts';
import type { Subject } from '../core/answers/question.ts';
import { AppError, toAppError } from '../core/errors.ts';
import type { TurnAnswer } from '../flows/answer/conversation/take-turn.ts';
import type { ConversationLog } from './conversation-log.ts';
import { logFailure } from './log-failure.ts';
import { encodeJsonLines } from '../core/text/json-lines.ts';

export interface RunningTurn {
  readonly id: string;
  /** Whether all events were sent. */
  readonly isOver: () => boolean;
  /** Settles when all work has ended; after the last event, the answer and its citations are stored. */
  readonly ended: Promise<void>;
  /** All past and future events, one JSON object per line. */
  readonly subscribe: () => ReadableStream<Uint8Array>;
  readonly stop: (reason: string) => void;
  readonly hasSubscribers: () => boolean;
}

interface StartedTurn {
  readonly id: string;
  readonly number: number;
  readonly begin: Extract<TurnEvent, { type: 'begin' }>;
  /** An array is sent at once. */
  readonly events: TurnAnswer['events'];
  readonly store: TurnAnswer['store'];
}

type EndState = Exclude<TurnState, 'running'>;

/** @param watch the controller that aborts the answer's calls, and how long a turn continues without subscribers */
export function runTurn(
  log: Pick<ConversationLog, 'append' | 'end'>,
  turn: StartedTurn,
  watch: { readonly controller: AbortController; readonly unheardMs: number },
): RunningTurn {
  const subscribers = createSubscribers(watch.unheardMs, () => stop('It had no subscribers anymore.'));
  let count = 0;
  let over = false;

  function send(...events: readonly TurnEvent[]): void {
    log.append(turn.number, count + 1, events);
    count += events.length;
    subscribers.send(events);
  }

  /** Closes the subscribers even if the log fails. */
  function end(state: EndState, last: TurnEvent | undefined, subjects: readonly Subject[] = []): void {
    over = true;
    try {
      if (last !== undefined) send(last);
      log.end(turn.number, state, subjects);
    } finally {
      subscribers.close();
    }
  }

  function stop(reason: string): void {
    if (over) return;
    watch.controller.abort();
    end('stopped', { type: 'stopped', reason });
  }

  async function run(events: AsyncIterable<AnswerEvent>): Promise<void> {
    const sent: AnswerEvent[] = [];
    try {
      for await (const event of events) {
        if (over) return;
        sent.push(event);
        // One step, so that a turn whose end was sent has ended, whatever happens afterwards.
        if (event.type === 'end') end('done', event, event.subjects);
        else send(event);
      }
    } catch (thrown) {
      // After a stop, pending calls may fail with any error.
      if (!over) end('failed', failedEvent(thrown));
      return;
    }
    await turn.store(sent);
  }

  const running = {
    id: turn.id,
    subscribe: subscribers.subscribe,
    stop,
    hasSubscribers: subscribers.hasSubscribers,
    isOver: () => over,
  };
  if (isComplete(turn.events)) {
    send(turn.begin, ...turn.events);
    end('done', undefined, turn.events.flatMap(eventSubjects));
    return { ...running, ended: logged(turn.store(turn.events)) };
  }
  send(turn.begin);
  return { ...running, ended: logged(run(turn.events)) };
}

/** What is stored after the last event is not part of the answer, so a failure is only logged. */
function logged(work: Promise<void>): Promise<void> {
  return work.catch((thrown: unknown) => logFailure('answer not stored', thrown));
}

function isComplete(events: TurnAnswer['events']): events is readonly AnswerEvent[] {
  return Array.isArray(events);
}

function eventSubjects(event: AnswerEvent): readonly Subject[] {
  return event.type === 'end' ? event.subjects : [];
}

function failedEvent(thrown: unknown): TurnEvent {
  const { code, message, details } = toAppError(thrown);
  if (code === 'internal') logFailure('answer failed', thrown);
  return { type: 'failed', failure: { code, message, details } };
}

/** The first event of a turn. */
export function createBeginEvent(turn: NewTurn, number: number, answer: TurnAnswer) {
  const { snapshotId: snapshot, cached } = answer;
  const version = { asked: turn.version, kept: answer.followUpVersion };
  return {
    type: 'begin',
    turn: turn.id,
    number,
    question: turn.question,
    snapshot,
    cached,
    version,
  } as const;
}

/** The last event of a turn whose object was restarted. */
export function interruptedEvent(): TurnEvent {
  return failedEvent(new AppError('answer_interrupted', 'The server restarted during the answer.'));
}

/** The subscribers of a turn. Each one receives all events from the first, and can leave at any time. */
interface Subscribers {
  readonly send: (events: readonly TurnEvent[]) => void;
  /** All past and future events, one JSON object per line. */
  readonly subscribe: () => ReadableStream<Uint8Array>;
  readonly hasSubscribers: () => boolean;
  /** Ends all streams. */
  readonly close: () => void;
}

/** @param onIdle called after `maxIdleMs` without subscribers */
function createSubscribers(maxIdleMs: number, onIdle: () => void): Subscribers {
  const sent: TurnEvent[] = [];
  const listeners = new Set<ReadableStreamDefaultController<Uint8Array>>();
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function clearTimer(): void {
    if (timer !== undefined) clearTimeout(timer);
  }

  return {
    send(events) {
      sent.push(...events);
      for (const listener of listeners) listener.enqueue(encodeJsonLines(events));
    },
    subscribe() {
      let own: ReadableStreamDefaultController<Uint8Array>;
      return new ReadableStream<Uint8Array>({
        start(listener) {
          own = listener;
          if (sent.length > 0) listener.enqueue(encodeJsonLines(sent));
          if (isClosed) return listener.close();
          listeners.add(listener);
          clearTimer();
        },
        cancel() {
          listeners.delete(own);
          if (listeners.size === 0 && !isClosed) timer = setTimeout(onIdle, maxIdleMs);
        },
      });
    },
    hasSubscribers: () => listeners.size > 0,
    close() {
      isClosed = true;
      clearTimer();
      for (const listener of listeners) listener.close();
      listeners.clear();
    },
  };
}
