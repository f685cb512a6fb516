/** What passes between the page and the worker that finds. */

export interface FindOptions {
  readonly text: string;
  readonly matchCase: boolean;
  readonly wholeWord: boolean;
  readonly regex: boolean;
}

export type FindRequest =
  | { readonly type: 'file'; readonly text: string }
  | { readonly type: 'find'; readonly id: number; readonly options: FindOptions };

export interface FindReply {
  readonly id: number;
  readonly found: FoundMatches;
}

/**
 * Matches in the order of the file, three numbers each: zero-based line, start and end in it (UTF-16, end exclusive).
 */
export interface FoundMatches {
  readonly places: Int32Array;
  /** There are more than are kept. */
  readonly truncated: boolean;
}
