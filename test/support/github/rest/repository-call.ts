/** Types of a parsed REST call for a repository and of its handlers. */

import type { Hosted, State, Viewer } from '../state.ts';
import type { Reply } from '../reply.ts';

export interface RepositoryCall {
  readonly state: State;
  readonly hosted: Hosted;
  readonly viewer: Viewer;
  /** `/repositories/<id>/…` with its query, which page links use. */
  readonly url: URL;
  /** Value of the `Accept` header. */
  readonly accept: string;
  /** Adds a single-use token to the address of an archive. */
  readonly sign: (path: string) => string;
  /** Decoded captures of the route's pattern. */
  readonly captures: readonly string[];
}

export type Handler = (call: RepositoryCall) => Promise<Reply>;
