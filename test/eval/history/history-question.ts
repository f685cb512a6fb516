/** A history question with the commit that answers it. */

import type { HistoryRequest } from '../../../worker/contract/history/schema.ts';
import type { HistoryKind } from './wordings.ts';

/** The right commit, and its pull request if the history contains its number. */
export interface HistoryTruth {
  readonly commit: string;
  readonly pullRequest: number | undefined;
}

export interface HistoryCase {
  /** For example `fastapi/fastapi introduced 3`. */
  readonly id: string;
  readonly kind: HistoryKind;
  readonly request: HistoryRequest;
  readonly truth: HistoryTruth;
}

/** A fact from which a case is made. */
export interface HistoryFact {
  /** Values that fill the wording: a name, a line or a subject. */
  readonly values: Readonly<Record<string, string | number>>;
  readonly commit: string;
}
