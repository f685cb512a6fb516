/** What visitors of sites asked. The catalog deletes the questions about a repository together with its rows. */

import type {
  RatedQuestion,
  VisitorQuestion,
  VisitorQuestionFilter,
} from '../../core/answers/visitor-question.ts';
import type { Owner } from '../../core/viewer.ts';

export interface VisitorQuestionPage {
  readonly filter: VisitorQuestionFilter;
  /** Only older than the last one of the page before. */
  readonly before?: { readonly askedAt: number; readonly id: string } | undefined;
  readonly limit: number;
}

export interface VisitorQuestionStore {
  /** Stores nothing if the repository is no longer that owner’s. */
  add(owner: Owner, question: VisitorQuestion): Promise<void>;
  /** Newest first. */
  list(repositoryId: string, page: VisitorQuestionPage): Promise<readonly RatedQuestion[]>;
  count(repositoryId: string): Promise<Readonly<Record<VisitorQuestionFilter, number>>>;
  /** @param time milliseconds since 1970 */
  removeOlderThan(time: number): Promise<void>;
  /** Removes the questions about all repositories of an owner. */
  removeOwner(owner: Owner): Promise<void>;
}
