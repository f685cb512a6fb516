/** Files of a source, and the record of skipped ones. A path is relative, separated by `/`, and never contains `.` or `..`. */

/** How a file's bytes were decoded. Encoding the text again returns the same bytes. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Why a file is not in the index. Every file of a source is either indexed or listed with a reason. */
export type SkipReason =
  | 'binary'
  | 'generated'
  | 'minified'
  | 'vendored'
  | 'lock-file'
  | 'too-large'
  | 'symlink'
  | 'nested-archive'
  | 'ignored'
  | 'unreadable'
  /** A git-lfs pointer: the content is stored elsewhere. */
  | 'lfs-pointer'
  /** Excluded from archives by the repository's `.gitattributes`. */
  | 'export-ignored'
  /** A reference to a commit of another repository. */
  | 'submodule'
  | 'special-entry';

export interface SkippedFile {
  readonly path: string;
  readonly reason: SkipReason;
  /** Human-readable detail: the size and the limit, the pattern that matched, the link's target. */
  readonly detail: string;
}

/** A file that passed the filters. */
export interface SourceFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** A file's purpose, detected from its path and content. Ranking prefers `source`. */
export type FileRole = 'source' | 'test' | 'example' | 'docs' | 'translation' | 'config';

/**
 * Further properties of a file, independent of its role. `stub`: declares what another file implements. `reexport`: mostly re-exports
 * other files' definitions. `legacy`: something newer replaces it. `changelog`: lists changes by release.
 */
const fileTraits = ['stub', 'reexport', 'legacy', 'changelog'] as const;
export type FileTrait = (typeof fileTraits)[number];

/** A range of text that looks like a secret; it is never indexed, quoted or shown. Offsets are UTF-16 units, end exclusive. */
export interface SecretMask {
  readonly start: number;
  readonly end: number;
  /** The rule that matched, e.g. `aws-access-key`. */
  readonly rule: string;
}
