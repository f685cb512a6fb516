/** One call of a repository's REST, its path taken apart. */

import type { Hosted, State, Viewer } from '../state.ts';
import type { Reply } from '../reply.ts';

export interface Ask {
  readonly state: State;
  readonly hosted: Hosted;
  readonly viewer: Viewer;
  /** `/repositories/<id>/…` with its query, which links of pages are made of. */
  readonly url: URL;
  /** The media types of `Accept`. */
  readonly accept: string;
  /** Puts a token into an archive's address that is good once. */
  readonly sign: (path: string) => string;
  /** What the route's pattern caught, with escapes read. */
  readonly caught: readonly string[];
}

export type Handler = (ask: Ask) => Promise<Reply>;
