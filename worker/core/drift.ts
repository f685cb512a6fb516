/** What has become of cited lines in a newer state of their repository. */

import type { SpanPosition } from './evidence.ts';

/**
 * `same`: the text stands at the same lines of the same file. `moved`: it stands elsewhere, whole. `edited`: a part of it is still
 * there. `deleted`: too little of it is to call it that.
 */
export type DriftState = 'same' | 'moved' | 'edited' | 'deleted';

export interface Drift {
  readonly state: DriftState;
  /** Where it is now; undefined of what is deleted, and of a commit, which has no lines. */
  readonly place: SpanPosition | undefined;
  /** How much of it is still there, 0 to 1: by lines, or by words where few lines are whole. */
  readonly share: number;
}

/** Lines as they were cited. */
export interface CitedLines extends SpanPosition {
  /** Secrets masked. */
  readonly text: string;
  /** SHA-256 of the bytes of their file. */
  readonly fileHash: string;
  /** Name of the definition they lie in. */
  readonly symbol: string | undefined;
}
