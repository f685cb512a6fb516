/** Drift: how cited lines changed in a newer state of their repository. */

import type { SpanPosition } from '../answers/evidence.ts';

/**
 * `same`: the text is at the same lines of the same file. `moved`: all of it is at another position. `edited`: a part of it remains.
 * `deleted`: too little of it remains.
 */
export const driftStates = ['same', 'moved', 'edited', 'deleted'] as const;
export type DriftState = (typeof driftStates)[number];

export interface Drift {
  readonly state: DriftState;
  /** The current position; undefined for deleted text, and for commits, which have no lines. */
  readonly position: SpanPosition | undefined;
  /** Fraction of the text that remains, 0 to 1: by lines, or by words if few lines are unchanged. */
  readonly remainingFraction: number;
}

/** Lines that an answer cites, as they were when it was written. */
export interface CitedLines extends SpanPosition {
  /** Secrets masked. */
  readonly text: string;
  /** SHA-256 of the bytes of their file. */
  readonly fileHash: string;
  /** Name of the enclosing definition. */
  readonly symbol: string | undefined;
}
