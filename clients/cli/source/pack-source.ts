/** What can be packed: a tree of files with its name and, where git knows them, its branch and commit. */

export interface PackEntry {
  /** Relative to the tree, `/` between segments. */
  readonly path: string;
  readonly kind: 'file' | 'symlink';
  /** Bytes of the content, exactly; 0 for a symlink. */
  readonly size: number;
  readonly executable: boolean;
  /** Where a symlink points, as written; it is never followed. */
  readonly linkTarget: string | undefined;
  /** The content, `size` bytes in all. To be read before the next entry is asked for. */
  readonly content: () => AsyncIterable<Uint8Array>;
}

/** Something of the tree that is not packed, and why; the path of a folder ends in `/`. */
export interface LeftOut {
  readonly path: string;
  /** As the coverage groups it. */
  readonly reason: 'ignored' | 'vendored' | 'unreadable' | 'special-entry';
  /** What was found, for a person. */
  readonly detail: string;
}

/** Where the history of a source is found. */
export interface GitTip {
  readonly folder: string;
  /** The commit its files are of, or differ from. */
  readonly tip: string;
  /** The folder of the repository the paths begin at, ending in `/`; empty for its top. */
  readonly prefix: string;
  /** Whether the files are those that lie there, which may have changes that are not committed. */
  readonly isWorkTree: boolean;
}

export interface PackSource {
  /** The name the repository gets unless the caller says otherwise. */
  readonly defaultName: string;
  readonly ref: string | undefined;
  /** Undefined where the files are not exactly those of a commit. */
  readonly commit: string | undefined;
  /** Undefined where there is no git, or no commit. */
  readonly git?: GitTip | undefined;
  /** What was chosen, in a few words for a person. */
  readonly description: string;
  /** What the reader should know: files left out by rule, a tree that differs from its commit. */
  readonly notes: readonly string[];
  /** Entries there will be at most. */
  readonly total: number;
  /** Complete once `entries` has been read: what is not packed. */
  readonly leftOut: readonly LeftOut[];
  entries(): AsyncIterable<PackEntry>;
}
