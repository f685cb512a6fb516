/** The time, and ids nobody can guess. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** A new id of 16 lower-case letters and digits. */
  newId(): string;
}
