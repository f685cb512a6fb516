/** A parsed REST call for a repository. */

import type { Hosted, State, Viewer } from '../state.ts';
import type { Reply } from '../reply.ts';

export interface RepositoryCall {
  readonly state: State;
  readonly hosted: Hosted;
  readonly viewer: Viewer;
  /** `/repositories/<id>/…` with its query, which page links use. */
  readonly url: URL;
  /** Media types of `Accept`. */
  readonly accept: string;
  /** Adds a single-use token to the address of an archive. */
  readonly sign: (path: string) => string;
  /** Groups that the route's pattern captured, decoded. */
  readonly captures: readonly string[];
}

export type Handler = (call: RepositoryCall) => Promise<Reply>;
