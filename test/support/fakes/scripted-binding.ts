/** What every stand-in for the binding `AI` does alike: keeps its calls, and answers or throws once what a test has put next. */

type Run = (...given: never[]) => Promise<unknown>;

export interface Scripted {
  /** What the next call answers instead, or throws where it is an error. */
  next: unknown;
}

/** @param heard told of each call before it is answered */
export function scriptedRun<Answer extends Run>(
  heard: (...given: Parameters<Answer>) => void,
  answer: (...given: Parameters<Answer>) => Promise<unknown>,
): Scripted & { run(...given: Parameters<Answer>): Promise<unknown> } {
  const scripted = {
    next: undefined as unknown,
    async run(...given: Parameters<Answer>): Promise<unknown> {
      heard(...given);
      const { next } = scripted;
      scripted.next = undefined;
      if (next instanceof Error) throw next;
      return next === undefined ? answer(...given) : next;
    },
  };
  return scripted;
}
