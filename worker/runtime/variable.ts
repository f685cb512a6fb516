/** A row of the table of environment variables. */

export interface Variable {
  readonly name: string;
  /** Value if it is not set; `hosted` if hosted mode has another default. */
  readonly default: string;
  readonly hosted?: string;
  readonly meaning: string;
}
