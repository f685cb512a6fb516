/** Where a repository's files come from, once it is known; what people paste is read by `read-source.ts`. */

/** A repository on GitHub, spelled as GitHub spells it once it has been asked. */
export interface HostedPlace {
  readonly owner: string;
  readonly name: string;
}

export interface GitHubSource extends HostedPlace {
  readonly kind: 'github';
  /** As the host numbers it: it stays when the repository is renamed. */
  readonly hostId: string;
}

/** Some files of one on GitHub, fetched for a question and kept for a while: it is not indexed. */
export interface LiveSource extends HostedPlace {
  readonly kind: 'live';
  readonly hostId: string;
  /** The folder that is meant, if not all of it. */
  readonly subdirectory: string | undefined;
  /** Files it has over there, of which some are here; undefined where the host does not tell all. */
  readonly ofFiles: number | undefined;
}

export interface WebSource {
  readonly kind: 'web';
  /** Where the crawl begins; only pages of its origin, below its folder, are taken. */
  readonly start: string;
}

export type Source = { readonly kind: 'upload' } | GitHubSource | LiveSource | WebSource;

/** Where it lies on a host, as a whole or in part. */
export function placeOnHost(source: Source): HostedPlace | undefined {
  return source.kind === 'github' || source.kind === 'live' ? source : undefined;
}

/** How much of a repository's past is fetched: the last twelve months, all of it, or nothing. */
export const historyDepths = ['recent', 'full', 'none'] as const;
export type HistoryDepth = (typeof historyDepths)[number];

/** What a person pasted, read without asking anybody. */
export type PastedSource =
  | {
      readonly kind: 'github';
      readonly owner: string;
      readonly name: string;
      /** A branch, tag or commit named apart from any path. */
      readonly ref: string | undefined;
      readonly subdirectory: string | undefined;
      /** Of `…/tree/<ref>/<path>`, where only the host knows how much of it is the ref. */
      readonly refAndPath: string | undefined;
      /** What that path names: of a folder only what is below it is meant, of a file the whole repository. */
      readonly pathIs: 'folder' | 'file' | undefined;
    }
  | WebSource;
