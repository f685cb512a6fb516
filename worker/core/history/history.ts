/**
 * Git history as it is stored: commits with the files they changed, and the line history of every line of a version. Commits belong
 * to the repository, line origins to one version of it.
 */

/** Maximum length of a stored commit message in UTF-16 units; `isCut` marks a longer one. */
export const maxMessageLength = 20_000;
/** Maximum files stored for one commit; `moreFiles` counts the rest. */
export const maxFilesPerCommit = 1_000;
/** Maximum length of each part of a commit's changed words in UTF-16 units. */
export const maxChangedWordsLength = 6_000;
/** Maximum commits in the history of a line: the most recent ones and the one that added it. */
export const maxLineHistory = 12;

export interface CommitFile {
  readonly path: string;
  /** Lines added and deleted; both -1 for a binary file. */
  readonly added: number;
  readonly deleted: number;
  /** The previous path if the commit renamed the file. */
  readonly oldPath: string | undefined;
}

/** The distinct words of the lines that a commit changed, separated by spaces; shortened for large commits. */
export interface ChangedWords {
  /** Words of added and of removed lines, without tests and documents. */
  readonly added: string;
  readonly removed: string;
  /** Words of lines added to tests, and to documents. */
  readonly tests: string;
  readonly documents: string;
}

export interface Commit {
  /** 40 or 64 hexadecimal digits. */
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
  /** Missing if the lines are unknown, as in a history that a host provides. */
  readonly words?: ChangedWords | undefined;
}

/**
 * How a commit changed a line. `moved`: copied unchanged from another place or file. `renamed`: edited so that it defines a name
 * that it did not contain before.
 */
export const lineSteps = ['added', 'edited', 'moved', 'renamed'] as const;
type LineStep = (typeof lineSteps)[number];

/** One commit in the history of a line. */
export interface LineOrigin {
  /** Commit id; undefined for uncommitted lines, and for changes older than the known history. */
  readonly commit: string | undefined;
  readonly step: LineStep;
  /** The line's number and file in that commit. The number is known only for the last change; it is 0 for earlier ones. */
  readonly line: number;
  readonly path: string;
}

/** Adjacent lines with the same history. */
export interface LineRun {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  /** Newest first. The last entry added the line, unless the known history ends earlier. */
  readonly history: readonly LineOrigin[];
}

/** How much of a version's history is known. Every answer that rests on it states the gaps. */
export interface HistoryState {
  /** Number of commits of the version. */
  readonly commits: number;
  /** Number of files with known line origins, and of all files of the version. */
  readonly origins: number;
  readonly files: number;
  /** No more history is being imported. */
  readonly isComplete: boolean;
  /** Commits before this time (milliseconds) are incomplete; undefined if none are. */
  readonly since: number | undefined;
  /** What limits the known history: a shallow clone, missing objects, files that were not followed. */
  readonly notes: readonly string[];
}

/** The pull request that introduced a commit. Git alone provides only its number and title. */
export interface PullRequestReference {
  readonly number: number;
  readonly title: string | undefined;
}

/** How many lines of a file one author changed last. */
export interface AuthorLines {
  readonly author: string;
  readonly lines: number;
}

/** The authors of a file's current lines. */
export interface LineAuthorship {
  /** Most lines first. */
  readonly authors: readonly AuthorLines[];
  /** All lines, and those without a known author. */
  readonly lines: number;
  readonly unknown: number;
}
