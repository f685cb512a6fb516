/**
 * One question and its answer as it arrives. It keeps what has arrived whatever happens after: a break that cannot be mended,
 * or a stop, leaves the claims that came before.
 */
import type { AnswerStreamPart, AttachedFile, ConversationTurn, Problem } from '../../api.ts';
import { problemOf, problemOfErrorText } from './problem-of.ts';
import { emptyAnswer, reduceAnswer, type AnswerState } from './reduce-answer.ts';

type TurnPhase = 'asking' | 'streaming' | 'done' | 'stopped' | 'failed';

export interface Turn {
  /** The same as long as the turn is shown, whether or not the server has named it. */
  readonly key: string;
  /** The server's; null until its first part. */
  readonly id: string | null;
  /** Its place in the conversation, from 1. */
  readonly number: number;
  readonly question: string;
  /** The version it was asked of, as its request named it; null for the one read by default. */
  readonly version: string | null;
  /** What went along with it, as far as this page has it. */
  readonly files: readonly AttachedFile[];
  readonly answer: AnswerState;
  readonly phase: TurnPhase;
  /** The connection is lost and being taken up again. */
  readonly lost: boolean;
  readonly problem: Problem | null;
  /** Parts had so far. */
  readonly received: number;
}

export interface WritableTurn extends Turn {
  lost: boolean;
  readonly take: (part: AnswerStreamPart) => void;
  readonly fail: (thrown: unknown) => void;
}

export function isRunning(turn: Pick<Turn, 'phase'> | undefined): boolean {
  return turn?.phase === 'asking' || turn?.phase === 'streaming';
}

let made = 0;

interface AskedTurn {
  readonly number: number;
  readonly question: string;
  readonly version?: string | null;
  readonly files?: readonly AttachedFile[];
}

export function createTurn(asked: AskedTurn): WritableTurn {
  const key = `turn-${(made += 1)}`;
  let answer = $state.raw<AnswerState>(emptyAnswer);
  let phase = $state<TurnPhase>('asking');
  let problem = $state.raw<Problem | null>(null);
  let lost = $state(false);
  let received = 0;

  return {
    key,
    question: asked.question,
    files: asked.files ?? [],
    get id() {
      return answer.metadata?.answerId ?? null;
    },
    get number() {
      return answer.metadata?.turn ?? asked.number;
    },
    get version() {
      return answer.metadata?.version ?? asked.version ?? null;
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
    get lost() {
      return lost;
    },
    set lost(is) {
      lost = is;
    },
    get received() {
      return received;
    },
    take(part) {
      received += 1;
      answer = reduceAnswer(answer, part);
      phase = phaseAfter(part);
      if (part.type === 'error') problem = problemOfErrorText(part.errorText);
    },
    fail(thrown) {
      lost = false;
      problem = problemOf(thrown);
      phase = 'failed';
    },
  };
}

/** A turn as the server keeps it: its parts taken one by one, as they were when it was live. */
export function restoreTurn(kept: ConversationTurn): WritableTurn {
  const turn = createTurn(kept);
  for (const part of kept.parts) turn.take(part);
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
