/** Where a repository's files come from. `read-source.ts` parses the text that users paste. */

/** Owner and name of a repository on GitHub, in GitHub's spelling once it has been requested. */
export interface HostedLocation {
  readonly owner: string;
  readonly name: string;
}

export interface GitHubSource extends HostedLocation {
  readonly kind: 'github';
  /** The host's numeric id, which survives renames. */
  readonly hostId: string;
}

/** A GitHub repository that is not indexed: some of its files were fetched for a question and are cached for a while. */
export interface LiveSource extends HostedLocation {
  readonly kind: 'live';
  readonly hostId: string;
  /** The requested folder; undefined for the whole repository. */
  readonly subdirectory: string | undefined;
  /** Number of files on the host, some of which were fetched; undefined if the host's listing is incomplete. */
  readonly ofFiles: number | undefined;
}

export interface WebSource {
  readonly kind: 'web';
  /** Start of the crawl, which covers only pages of this origin below this folder. */
  readonly start: string;
}

export type Source = { readonly kind: 'upload' } | GitHubSource | LiveSource | WebSource;

/** The repository's location on a host; undefined for uploads and web documentation. */
export function hostedLocation(source: Source): HostedLocation | undefined {
  return source.kind === 'github' || source.kind === 'live' ? source : undefined;
}

export const sourceKinds = ['upload', 'github', 'live', 'web'] as const satisfies readonly Source['kind'][];

/** How much history is fetched: the last twelve months, all of it, or none. */
export const historyDepths = ['recent', 'full', 'none'] as const;
export type HistoryDepth = (typeof historyDepths)[number];

/** A pasted source, parsed without any request. */
export type PastedSource =
  | {
      readonly kind: 'github';
      readonly owner: string;
      readonly name: string;
      /** A branch, tag or commit that is separate from any path. */
      readonly ref: string | undefined;
      readonly subdirectory: string | undefined;
      /** The rest of `…/tree/<ref>/<path>`; only the host knows where the ref ends. */
      readonly refAndPath: string | undefined;
      /** Kind of that path. A folder limits the source to that folder; a file selects the whole repository. */
      readonly pathKind: 'folder' | 'file' | undefined;
    }
  | WebSource;
