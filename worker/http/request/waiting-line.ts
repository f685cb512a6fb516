/**
 * Lets a limited number of reads and searches run at a time in an isolate; more of them wait in the order in which they came. Without it,
 * hundreds of calls would share the database at once, and a call that needs many queries would wait as often as it has queries.
 */

const maxRunning = 24;

export class WaitingLine {
  #running = 0;
  readonly #waiting = new Set<() => void>();

  async run(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    const leave = await this.enter(signal);
    try {
      await work();
    } finally {
      leave();
    }
  }

  /** Resolves when it is the caller's turn. The caller calls the result when its work has ended. */
  async enter(signal: AbortSignal): Promise<() => void> {
    if (this.#running >= maxRunning) await this.#wait(signal);
    else this.#running += 1;
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      this.#leave();
    };
  }

  /** A client that leaves takes its turn at once, and its work ends at once. */
  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const begin = (): void => {
        this.#waiting.delete(begin);
        signal.removeEventListener('abort', beginEarly);
        resolve();
      };
      const beginEarly = (): void => {
        this.#running += 1;
        begin();
      };
      this.#waiting.add(begin);
      signal.addEventListener('abort', beginEarly, { once: true });
    });
  }

  /** The place goes to the first that waits. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined || this.#running > maxRunning) this.#running -= 1;
    else next();
  }
}
