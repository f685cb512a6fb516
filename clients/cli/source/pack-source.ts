/** Defines a source that can be packed: a tree of files with its name and, if it is in git, its branch and commit. */

export interface PackEntry {
  /** Relative to the tree, with `/` between segments. */
  readonly path: string;
  readonly kind: 'file' | 'symlink';
  /** Bytes of the content, exactly; 0 for a symlink. */
  readonly size: number;
  readonly isExecutable: boolean;
  /** The target of a symlink as written; it is never followed. */
  readonly linkTarget: string | undefined;
  /** The content of `size` bytes. It must be read before the next entry is requested. */
  readonly content: () => AsyncIterable<Uint8Array>;
}

/** A path that is not packed, with the reason; a folder's path ends in `/`. */
export interface SkippedEntry {
  readonly path: string;
  /** The group in the coverage report. */
  readonly reason: 'ignored' | 'vendored' | 'unreadable' | 'special-entry';
  /** An explanation for the user. */
  readonly detail: string;
}

/** Location of a source's history. */
export interface GitTip {
  readonly folder: string;
  /** The commit that the files belong to or differ from. */
  readonly tip: string;
  /** The folder that paths are relative to, ending in `/`; empty for the repository's root. */
  readonly prefix: string;
  /** Whether the files come from the work tree, which may have uncommitted changes. */
  readonly isWorkTree: boolean;
}

export interface PackSource {
  /** The repository's name unless the caller overrides it. */
  readonly defaultName: string;
  readonly ref: string | undefined;
  /** Undefined when the files are not exactly those of a commit. */
  readonly commit: string | undefined;
  /** Undefined without git or without a commit. */
  readonly git?: GitTip | undefined;
  /** A short description for the user. */
  readonly description: string;
  /** Notes for the user, such as a tree that differs from its commit. */
  readonly notes: readonly string[];
  /** Maximum number of entries. */
  readonly total: number;
  /** Paths that are not packed. Complete after `entries` has been read. */
  readonly skipped: readonly SkippedEntry[];
  entries(): AsyncIterable<PackEntry>;
}
