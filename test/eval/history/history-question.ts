/** A question of the past with the commit that answers it. */

import type { HistoryRequest } from '../../../worker/contract/history.ts';
import type { HistoryKind } from './wordings.ts';

/** The commit, and the pull request that brought it where the history says which. */
export interface HistoryTruth {
  readonly commit: string;
  readonly pullRequest: number | undefined;
}

export interface HistoryCase {
  /** `fastapi/fastapi introduced 3`. */
  readonly id: string;
  readonly kind: HistoryKind;
  readonly request: HistoryRequest;
  readonly truth: HistoryTruth;
}

/** A case before it has a number. */
export interface HistoryFact {
  /** What it is told apart by: a name, a place, a subject. */
  readonly values: Readonly<Record<string, string | number>>;
  readonly commit: string;
}
