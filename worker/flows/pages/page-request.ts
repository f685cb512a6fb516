/** A page of the app as an address names it. */

import type { Repository, Snapshot } from '../../core/repositories/repository.ts';

export interface PageRequest {
  /** The page's route id. */
  readonly route: string;
  /** The parameters of the route, without percent escapes. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: PageQuery;
}

export interface PageQuery {
  readonly version: string | undefined;
  readonly turn: string | undefined;
}

/** A page of a repository that the viewer may read. */
export interface RepositoryPage extends PageRequest {
  readonly repository: Repository;
  /** Newest first. */
  readonly snapshots: readonly Snapshot[];
}
