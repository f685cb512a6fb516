/**
 * Files as they come out of a source, and the record of those left out. A path is relative, with `/` between segments,
 * never absolute and never with `.` or `..` in it.
 */

/** How a file's bytes became text; encoding that text again gives the same bytes back. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Why a file is not in the index. Every file of a source is either indexed or listed with one of these. */
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
  /** A pointer of git-lfs: the content is kept elsewhere. */
  | 'lfs-pointer'
  /** Left out of archives by the repository's own `.gitattributes`. */
  | 'export-ignored'
  /** Another repository, of which this one only names a commit. */
  | 'submodule'
  | 'special-entry';

export interface SkippedFile {
  readonly path: string;
  readonly reason: SkipReason;
  /** What was found, for a person: the size and the limit, the pattern that matched, the link's target. */
  readonly detail: string;
}

/** A file kept by the filters, whole. */
export interface SourceFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** What a file is for; ranking prefers `source`. Read from its path and content. */
export type FileRole = 'source' | 'test' | 'example' | 'docs' | 'translation' | 'config';

/**
 * What else is known of a file, whatever its role. `generated`: a tool wrote it, and it is indexed all the same. `vendored`: a copy
 * of another project's. `stub`: it declares what others hold. `reexport`: it mostly passes on what others define. `legacy`:
 * something newer stands in its place. `compat`: it bridges versions of what the project stands on. `changelog`: what changed,
 * release by release. `benchmark`, `script`: it measures, or builds and releases, the project. `site`: code of the site its
 * documentation is shown on.
 */
const fileTraits = ['stub', 'reexport', 'legacy', 'changelog'] as const;
export type FileTrait = (typeof fileTraits)[number];

/** A stretch of text that looks like a key or token: never indexed, quoted or shown. Offsets are UTF-16, end exclusive. */
export interface SecretMask {
  readonly start: number;
  readonly end: number;
  /** The rule that matched, e.g. `aws-access-key`. */
  readonly rule: string;
}
