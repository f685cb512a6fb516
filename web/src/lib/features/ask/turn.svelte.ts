/**
 * One question and its answer as it arrives. It is asked once, can be stopped, and keeps what has arrived whatever
 * happens after: a break in the stream leaves the claims that came before it.
 */
import { api, ProblemError, type Problem } from '../../api.ts';
import { emptyAnswer, reduceAnswer, type AnswerState } from './reduce-answer.ts';

export type TurnPhase = 'asking' | 'streaming' | 'done' | 'stopped' | 'failed';

export interface Turn {
  readonly question: string;
  readonly answer: AnswerState;
  readonly phase: TurnPhase;
  readonly problem: Problem | null;
  readonly stop: () => void;
}

export function askQuestion(repositoryId: string, question: string): Turn {
  const controller = new AbortController();
  let answer = $state.raw<AnswerState>(emptyAnswer);
  let phase = $state<TurnPhase>('asking');
  let problem = $state.raw<Problem | null>(null);

  async function run(): Promise<void> {
    for await (const { part } of api.streamAnswer(repositoryId, { question }, controller.signal)) {
      if (controller.signal.aborted) return;
      answer = reduceAnswer(answer, part);
      phase = 'streaming';
    }
    if (answer.errorText !== null) fail(brokenOff(answer.errorText));
    else if (answer.finished) phase = 'done';
    else fail(brokenOff('The connection closed before the answer was complete.'));
  }

  function fail(reason: Problem): void {
    problem = reason;
    phase = 'failed';
  }

  run().catch((thrown: unknown) => {
    if (controller.signal.aborted) return;
    fail(thrown instanceof ProblemError ? thrown.problem : brokenOff(String(thrown)));
  });

  return {
    question,
    get answer() {
      return answer;
    },
    get phase() {
      return phase;
    },
    get problem() {
      return problem;
    },
    stop() {
      if (phase !== 'asking' && phase !== 'streaming') return;
      controller.abort();
      phase = 'stopped';
    },
  };
}

function brokenOff(detail: string): Problem {
  return {
    type: 'about:blank',
    title: 'The answer broke off',
    status: 0,
    detail,
    code: 'stream_broken',
    fix: 'Ask again; what had arrived before stays above.',
    requestId: '',
  };
}
