/** What all fakes of the `AI` binding share: they record calls and answer or throw once what the test sets next. */

type Run = (...given: never[]) => Promise<unknown>;

export interface Scripted {
  /** What the next call returns instead, or throws if it is an error. */
  next: unknown;
}

/** @param onCall called with the arguments of each call before it is answered */
export function scriptedRun<Answer extends Run>(
  onCall: (...given: Parameters<Answer>) => void,
  answer: (...given: Parameters<Answer>) => Promise<unknown>,
): Scripted & { run(...given: Parameters<Answer>): Promise<unknown> } {
  const scripted = {
    next: undefined as unknown,
    async run(...given: Parameters<Answer>): Promise<unknown> {
      onCall(...given);
      const { next } = scripted;
      scripted.next = undefined;
      if (next instanceof Error) throw next;
      return next === undefined ? answer(...given) : next;
    },
  };
  return scripted;
}
