/**
 * Remembers senders that have used up their requests a minute, so that more of them cost no database and no counter. Their refusals are
 * delayed: a client that sends the next request as soon as it is refused then leaves the server to others.
 */

import { AppError } from '../../core/errors.ts';

const delayMs = 1_000;
/** A sender that goes on after this many refusals waits longer. */
const patientRefusals = 20;
const longDelayMs = 5_000;
/** Maximum refusals that are delayed at a time; more of them are answered at once. */
const maxDelayed = 1_000;
/** The oldest are forgotten first; they are refused by the counter again. */
const maxSenders = 10_000;

interface Refusal {
  readonly error: AppError;
  /** Refusals since it is remembered. */
  count: number;
  /** Milliseconds since 1970. */
  readonly resetsAt: number;
}

interface Sender {
  /** Names the credential or the address of the sender. */
  readonly name: string;
  readonly now: number;
  /** The client's; the wait ends when it leaves. */
  readonly signal: AbortSignal;
}

/** For one isolate. A window that is used up stays so until it ends, so that nobody is refused who has something left. */
export class RefusedSenders {
  readonly #refusals = new Map<string, Refusal>();
  #delayed = 0;

  /** @returns the error for a sender that is still refused, after a delay */
  async refuse({ name, now, signal }: Sender): Promise<AppError | undefined> {
    const refusal = this.#refusals.get(name);
    if (refusal === undefined) return undefined;
    if (refusal.resetsAt <= now) {
      this.#refusals.delete(name);
      return undefined;
    }
    refusal.count += 1;
    const waitMs = refusal.count > patientRefusals ? longDelayMs : delayMs;
    if (this.#delayed < maxDelayed) await this.#delay(Math.min(waitMs, refusal.resetsAt - now), signal);
    const { code, message, details } = refusal.error;
    const retryAfter = Math.max(1, Math.ceil((refusal.resetsAt - now - waitMs) / 1_000));
    return new AppError(code, message, { details: { ...details, retryAfter } });
  }

  /** Remembers a refusal because of requests a minute; ignores other errors. */
  remember(name: string, thrown: unknown): void {
    if (!(thrown instanceof AppError) || thrown.code !== 'limit_reached') return;
    const { measure, resetsAt } = thrown.details;
    if (measure !== 'requests' || typeof resetsAt !== 'string') return;
    this.#refusals.delete(name);
    this.#refusals.set(name, { error: thrown, count: 0, resetsAt: Date.parse(resetsAt) });
    for (const [oldest] of this.#refusals)
      if (this.#refusals.size > maxSenders) this.#refusals.delete(oldest);
  }

  async #delay(waitMs: number, signal: AbortSignal): Promise<void> {
    this.#delayed += 1;
    try {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        signal.addEventListener(
          'abort',
          () => {
            clearTimeout(timer);
            resolve();
          },
          { once: true },
        );
      });
    } finally {
      this.#delayed -= 1;
    }
  }
}
