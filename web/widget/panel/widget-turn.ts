/** A question in the widget and the state of its answer. */

import type { Problem } from '../../../worker/contract/problem.ts';
import {
  emptyAnswer,
  reduceAnswer,
  type AnswerState,
} from '../../src/lib/features/ask/answer/reduce-answer.ts';
import { parseErrorText } from '../../src/lib/features/ask/conversation/answer-problem.ts';
import type { ConversationTurn, NumberedPart } from '../../src/lib/api.ts';

export type Phase = 'running' | 'done' | 'stopped' | 'failed';
export type Rating = 'up' | 'down';

export interface WidgetTurn {
  readonly question: string;
  readonly version: string | undefined;
  readonly answer: AnswerState;
  readonly phase: Phase;
  /** The number of the last part received. */
  readonly received: number;
  readonly problem: Problem | undefined;
  readonly rating: Rating | undefined;
}

export function createTurn(question: string, version: string | undefined): WidgetTurn {
  const nothing = { received: 0, problem: undefined, rating: undefined };
  return { question, version, answer: emptyAnswer, phase: 'running', ...nothing };
}

export function addPart(turn: WidgetTurn, { number, part }: NumberedPart): WidgetTurn {
  // An error of the connection alone has no number.
  const received = Number.isNaN(number) ? turn.received : number;
  const next = { ...turn, answer: reduceAnswer(turn.answer, part), received };
  if (part.type === 'finish') return { ...next, phase: 'done' };
  if (part.type === 'abort') return { ...next, phase: 'stopped' };
  if (part.type === 'error') return { ...next, phase: 'failed', problem: parseErrorText(part.errorText) };
  return next;
}

/** The server stores the parts of every turn, so an answer looks the same after a page change. */
export function restoreTurn({ question, parts, state }: ConversationTurn): WidgetTurn {
  const restored = parts.reduce(
    (turn, part, index) => addPart(turn, { number: index + 1, part }),
    createTurn(question, undefined),
  );
  const { version } = restored.answer.metadata ?? {};
  return { ...restored, version, phase: state === 'running' ? 'running' : restored.phase };
}
