/** Lets one through for each time it is opened: keeps a producer in step with its consumer across streams that read ahead. */

export interface Turnstile {
  open(): void;
  /** Nobody passes any more; whoever waits is told so. */
  close(): void;
  /** Waits for the next opening; false once closed. One may wait at a time. */
  pass(): Promise<boolean>;
}

export function createTurnstile(): Turnstile {
  let openings = 0;
  let closed = false;
  let wake: (() => void) | undefined;
  return {
    open() {
      openings++;
      wake?.();
    },
    close() {
      closed = true;
      wake?.();
    },
    async pass() {
      if (openings === 0 && !closed) await new Promise<void>((resolve) => (wake = resolve));
      openings--;
      return !closed;
    },
  };
}
