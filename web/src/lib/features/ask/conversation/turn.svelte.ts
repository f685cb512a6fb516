/** One question and its answer as it arrives. Claims that have arrived stay after a stop or a lost connection. */
import type { AnswerStreamPart, AttachedFile, ConversationTurn, Problem } from '../../../api.ts';
import { toAnswerProblem, parseErrorText } from './answer-problem.ts';
import { emptyAnswer, reduceAnswer, type AnswerState } from '../answer/reduce-answer.ts';

type TurnPhase = 'asking' | 'streaming' | 'done' | 'stopped' | 'failed';

export interface Turn {
  /** A key that stays the same while the turn is on screen, even before the server assigns an id. */
  readonly key: string;
  /** The server's id; null until the first part arrives. */
  readonly id: string | null;
  /** The 1-based position in the conversation. */
  readonly number: number;
  readonly question: string;
  /** The version in the request; null for the default version. */
  readonly version: string | null;
  /** The attached files; empty when another page asked the question. */
  readonly files: readonly AttachedFile[];
  readonly answer: AnswerState;
  readonly phase: TurnPhase;
  /** The connection is lost and the page is reconnecting. */
  readonly isDisconnected: boolean;
  readonly problem: Problem | null;
  /** How many parts have arrived. */
  readonly receivedCount: number;
}

export interface WritableTurn extends Turn {
  isDisconnected: boolean;
  readonly applyPart: (part: AnswerStreamPart) => void;
  readonly fail: (thrown: unknown) => void;
}

export function isRunning(turn: Pick<Turn, 'phase'> | undefined): boolean {
  return turn?.phase === 'asking' || turn?.phase === 'streaming';
}

let createdTurnCount = 0;

interface NewTurn {
  readonly number: number;
  readonly question: string;
  readonly version?: string | null;
  readonly files?: readonly AttachedFile[];
}

export function createTurn(request: NewTurn): WritableTurn {
  const key = `turn-${(createdTurnCount += 1)}`;
  let answer = $state.raw<AnswerState>(emptyAnswer);
  let phase = $state<TurnPhase>('asking');
  let problem = $state.raw<Problem | null>(null);
  let isDisconnected = $state(false);
  let receivedCount = 0;

  return {
    key,
    question: request.question,
    files: request.files ?? [],
    get id() {
      return answer.metadata?.answerId ?? null;
    },
    get number() {
      return answer.metadata?.turn ?? request.number;
    },
    get version() {
      return answer.metadata?.version ?? request.version ?? null;
    },
    get answer() {
      return answer;
    },
    get phase() {
      return phase;
    },
    get problem() {
      return problem;
    },
    get isDisconnected() {
      return isDisconnected;
    },
    set isDisconnected(value) {
      isDisconnected = value;
    },
    get receivedCount() {
      return receivedCount;
    },
    applyPart(part) {
      receivedCount += 1;
      answer = reduceAnswer(answer, part);
      phase = phaseAfter(part);
      if (part.type === 'error') problem = parseErrorText(part.errorText);
    },
    fail(thrown) {
      isDisconnected = false;
      problem = toAnswerProblem(thrown);
      phase = 'failed';
    },
  };
}

/** Restores a stored turn by replaying its parts. */
export function restoreTurn(stored: ConversationTurn): WritableTurn {
  const turn = createTurn(stored);
  for (const part of stored.parts) turn.applyPart(part);
  return turn;
}

function phaseAfter(part: AnswerStreamPart): TurnPhase {
  switch (part.type) {
    case 'finish':
      return 'done';
    case 'abort':
      return 'stopped';
    case 'error':
      return 'failed';
    default:
      return 'streaming';
  }
}
