/** How many questions each account has asked since it exists. The daily counts of `Limits` end after 92 days. */

import type { Owner } from '../../core/viewer.ts';

export interface QuestionTotals {
  /** Adds one question. Concurrent calls all count. */
  add(owner: Owner): Promise<void>;
  /** 0 for an account that has asked nothing. */
  read(owner: Owner): Promise<number>;
  remove(owner: Owner): Promise<void>;
}
