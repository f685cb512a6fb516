/** Provides the time, unguessable ids and pauses. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** A new id of 16 lower-case letters and digits. */
  newId(): string;
  /** Yields to the event loop, so that other requests can run. In Workers, `now` advances only at such a yield. */
  yieldToEventLoop(): Promise<void>;
}
