/** Provides the time, unguessable ids and pauses. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** A new id of 16 lower-case letters and digits. */
  newId(): string;
  /** Lets other requests run. In Workers, `now` does not advance during synchronous work; it does here. */
  nextTurn(): Promise<void>;
}
