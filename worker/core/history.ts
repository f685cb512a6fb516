/**
 * What git knows of a repository's past, as it is stored: commits with the files they changed, and for every line of a version
 * the commits it has been through. Commits belong to the repository, origins to one version of it.
 */

/** Longest message kept of a commit, in UTF-16 units; the rest is cut, said by `isCut`. */
export const maxMessageLength = 20_000;
/** Files kept of one commit; a commit that changes more is a sweep, and says how many in `moreFiles`. */
export const maxFilesOfCommit = 1_000;
/** Commits a line is known to have been through: the last ones, and the one that brought it first. */
export const maxLineage = 12;

export interface CommitFile {
  readonly path: string;
  /** Lines added and deleted; -1 each where the file is binary. */
  readonly added: number;
  readonly deleted: number;
  /** What it was called before, where the commit moved it. */
  readonly oldPath: string | undefined;
}

export interface Commit {
  /** Forty hexadecimal digits, or sixty-four. */
  readonly id: string;
  readonly parents: readonly string[];
  readonly author: string;
  /** Milliseconds since 1970. */
  readonly authoredAt: number;
  readonly committedAt: number;
  /** Subject, empty line, body; secrets masked. */
  readonly message: string;
  readonly isCut: boolean;
  readonly files: readonly CommitFile[];
  readonly moreFiles: number;
}

/**
 * What became of a line in a commit. `moved`: it came as it was from another file or another place. `renamed`: it was edited, and
 * defines a name now that did not stand in it before.
 */
export const lineSteps = ['added', 'edited', 'moved', 'renamed'] as const;
type LineStep = (typeof lineSteps)[number];

/** A commit a line has been through, and what it was there. */
export interface LineOrigin {
  /** Commit id; undefined for lines not committed, or changed before the history that is known begins. */
  readonly commit: string | undefined;
  readonly step: LineStep;
  /** Its number and its file in that commit; the number is known of the last change alone, and 0 of those before. */
  readonly line: number;
  readonly path: string;
}

/** Neighbouring lines that have been through the same commits. */
export interface LineRun {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** The last change first; ends with what added the line, unless the known history ends before. */
  readonly lineage: readonly LineOrigin[];
}

/** How much of a version's history is known; what is not is said wherever it is answered from. */
export interface HistoryState {
  /** Commits of the version. */
  readonly commits: number;
  /** Files whose lines' origins are known, and how many there are of the version. */
  readonly origins: number;
  readonly files: number;
  /** Nothing more of it is on its way. */
  readonly isComplete: boolean;
  /** Commits before this moment are not all held (milliseconds); undefined where all are. */
  readonly since: number | undefined;
  /** What degrades it: a shallow clone, missing objects, files not followed. */
  readonly notes: readonly string[];
}

/** A change request that brought a commit: only its number and title are known from git alone. */
export interface PullRequestReference {
  readonly number: number;
  readonly title: string | undefined;
}

/** Lines of a file that one person changed last. */
export interface WriterLines {
  readonly author: string;
  readonly lines: number;
}

/** Whose the lines of a file are as they stand. */
export interface CountedWriters {
  /** Who has the most lines first. */
  readonly writers: readonly WriterLines[];
  /** Lines, all together and those of which nobody is known. */
  readonly lines: number;
  readonly unknown: number;
}
