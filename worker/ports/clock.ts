/** The time, and ids nobody can guess. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** A new id of 16 lower-case letters and digits. */
  newId(): string;
  /** Lets other requests run first. In Workers `now` stands still during work that never waits, and moves on here. */
  nextTurn(): Promise<void>;
}
