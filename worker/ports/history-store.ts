/**
 * Stores commits of repositories and line origins of their versions. A commit is stored once, however many versions contain it. A read is
 * limited to the commits of one version.
 */

import type {
  ChangedWords,
  Commit,
  CommitFile,
  HistoryState,
  LineOrigin,
  LineRun,
  PullRequestReference,
} from '../core/history/history.ts';
import type { FilePatch } from '../core/history/commit-patch.ts';
import type { SpanPosition } from '../core/answers/evidence.ts';
import type { SnapshotRemoval, SnapshotKey } from '../core/repositories/repository.ts';

export interface HistoryKey extends SnapshotKey {
  readonly repository: string;
}

/** A commit without its files, which may be many. */
export interface CommitRow extends Omit<Commit, 'files' | 'moreFiles' | 'words'> {
  /** Its key in the store, also in its full-text table. */
  readonly key: number;
  readonly subject: string;
  /** Number of changed files, including those that are not stored. */
  readonly changedFiles: number;
  readonly pullRequest: PullRequestReference | undefined;
  /** Numbers of issues in its message, without its pull request. */
  readonly issues: readonly number[];
}

/** A commit in the history of a file's lines, linked to the previous one. */
export interface OriginNode extends Omit<LineOrigin, 'line'> {
  /** Index of the previous change in the file's list, which is always lower; undefined at the end of the known history. */
  readonly before: number | undefined;
}

/** The line history of one file, stored packed in one row. */
export interface FileOrigins {
  readonly path: string;
  /** SHA-256 of the file's bytes. */
  readonly hash: string;
  readonly nodes: readonly OriginNode[];
  /** Runs cover all lines in order. `line`: number of the first line in the node's commit. */
  readonly runs: readonly { readonly lines: number; readonly node: number; readonly line: number }[];
  /** Only the last change of each line is known, because the host provides no more. It never replaces a full history. */
  readonly hasOnlyLastChanges?: boolean;
}

/** A commit with the references in its message. */
export interface NewCommit extends Commit {
  readonly pullRequest: PullRequestReference | undefined;
  readonly issues: readonly number[];
}

interface CommitHit extends CommitRow {
  /** BM25 of subject, body and paths; higher is better. */
  readonly score: number;
}

/** Which of some terms are in the paths that a commit changed, and among the words of the changed lines. */
export type ChangedTerms = Readonly<Record<keyof ChangedWords | 'paths', ReadonlySet<string>>>;

/** A commit in a file's timeline, with the file's path at that time. For a folder, the lines of its files are summed. */
export interface TimelineEntry {
  readonly commit: CommitRow;
  readonly file: CommitFile;
}

/** Which commits of a timeline are read. Times are milliseconds since 1970; `from` is inclusive, `to` exclusive. */
export interface TimelineFilter {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly author?: string | undefined;
}

/** A tag of the repository, on a commit that need not be stored. */
export interface HistoryTag {
  readonly name: string;
  readonly commit: string;
  readonly committedAt: number;
}

/** A commit that a tag or its own subject connects with a version. */
export interface ReleaseCommit {
  /** The tag's name or the commit's subject. */
  readonly text: string;
  readonly isTag: boolean;
  readonly commit: string;
  readonly committedAt: number;
}

/** The changed files of a commit, if they arrive after the commit. */
export interface CommitFiles {
  readonly commit: string;
  readonly files: readonly CommitFile[];
  readonly moreFiles: number;
}

/** The changed lines of a commit; files without any stored line are missing. */
export interface CommitPatch {
  readonly commit: string;
  readonly files: readonly FilePatch[];
}

export interface HistoryStore {
  /** The stored commits among these ids. */
  knownCommits(key: HistoryKey, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** The stored non-merge commits among these ids without known files, including those that changed none. */
  filterCommitsWithoutFiles(key: HistoryKey, ids: readonly string[]): Promise<readonly string[]>;
  /** Reserves stored commits for the version: until its import ends, removing another version does not delete them. */
  retainCommits(key: HistoryKey, ids: readonly string[]): Promise<void>;
  /**
   * Stores new commits, given newest first; the order decides between equal times.
   * @throws AppError `invalid_request` if the version would have more commits than can be traversed
   */
  saveCommits(key: HistoryKey, commits: readonly NewCommit[]): Promise<void>;
  /** Stores the files of commits that have none yet; ignores other commits. */
  saveFiles(key: HistoryKey, commits: readonly CommitFiles[]): Promise<void>;
  /** The stored commits among these ids that changed files and whose changed lines are not stored. */
  filterCommitsWithoutPatch(key: HistoryKey, ids: readonly string[]): Promise<readonly string[]>;
  /** Stores the changed lines of stored commits that have none yet; ignores other commits. */
  savePatches(key: HistoryKey, patches: readonly CommitPatch[]): Promise<void>;
  /**
   * The changed lines of a commit, by its key. @returns undefined if they were never stored
   * @throws AppError `internal` if the stored data is unreadable
   */
  readPatch(key: HistoryKey, commit: number): Promise<readonly FilePatch[] | undefined>;
  /** Commits of the version with an unknown parent; at most 1,000. */
  listCommitsWithUnknownParents(key: HistoryKey): Promise<readonly string[]>;
  /** The newest non-merge commits of the version without known files, and their total number. */
  listCommitsWithoutFiles(
    key: HistoryKey,
    limit: number,
  ): Promise<{ readonly commits: readonly string[]; readonly total: number }>;
  /** Files of the version that have definitions but no line origins, most recently changed first, and their total number. */
  listFilesWithoutOrigins(
    key: HistoryKey,
    limit: number,
  ): Promise<{
    readonly files: readonly { readonly path: string; readonly hash: string; readonly lines: number }[];
    readonly total: number;
  }>;
  /** The files of this version with one of these paths. */
  storedFiles(
    key: HistoryKey,
    paths: readonly string[],
  ): Promise<readonly { readonly path: string; readonly hash: string; readonly lines: number }[]>;
  /** The files of this version, among these, without full line origins. */
  missingOrigins(
    key: HistoryKey,
    files: readonly Pick<FileOrigins, 'path' | 'hash'>[],
  ): Promise<readonly string[]>;
  /** Stores line origins; their commits may arrive later. @throws AppError `body_too_large` if a file has too many; nothing is written then */
  saveOrigins(key: HistoryKey, files: readonly FileOrigins[]): Promise<void>;
  /**
   * Ends the import, and computes the version's commits: its tip, those of its line origins, and all their ancestors. `since` is the
   * requested limit in milliseconds; the stored limit is the time from which all commits are complete, which is never later.
   * @throws AppError `invalid_request` if the tip is unknown, or there are more commits than can be traversed
   */
  end(
    key: HistoryKey,
    facts: { tip: string; since: number | undefined; notes: readonly string[] },
  ): Promise<void>;
  /** Before the import ends, `commits` counts those received or retained so far. */
  state(key: HistoryKey): Promise<HistoryState>;
  /** The commits of `state` alone. */
  countCommits(key: HistoryKey): Promise<number>;
  /** Commits by id, or by a unique prefix of at least seven characters. */
  commits(key: HistoryKey, ids: readonly string[]): Promise<readonly CommitRow[]>;
  changedFiles(
    key: HistoryKey,
    id: string,
  ): Promise<{ readonly files: readonly CommitFile[]; readonly more: number }>;
  /**
   * The history of these lines, in order, without files that have no origins. It may contain ids of commits that are not stored.
   * @throws if the stored data is unreadable
   */
  lineOrigins(key: HistoryKey, spans: readonly SpanPosition[]): Promise<readonly LineRun[]>;
  /** The runs of the version's lines whose history contains the commit, by path and line. */
  linesOfCommit(key: HistoryKey, commit: Pick<CommitRow, 'id' | 'key'>): Promise<readonly LineRun[]>;
  /**
   * Commits that changed a file (following renames) or any file of a folder (the empty path for all), newest first unless
   * `isOldestFirst`. `before`: the key of the last commit of the previous page, newest first.
   */
  timeline(
    key: HistoryKey,
    path: string,
    page: {
      limit: number;
      before?: number | undefined;
      filter?: TimelineFilter | undefined;
      isOldestFirst?: boolean;
    },
  ): Promise<readonly TimelineEntry[]>;
  /** How many commits `timeline` reads in all. */
  countChanges(key: HistoryKey, path: string, filter?: TimelineFilter): Promise<number>;
  /** Commits whose message or paths match any of the terms, best first. */
  search(key: HistoryKey, terms: readonly string[], limit: number): Promise<readonly CommitHit[]>;
  /** Commits that changed lines with any of the terms, best first. Empty if the changed words are not stored. */
  searchChanges(key: HistoryKey, terms: readonly string[], limit: number): Promise<readonly CommitHit[]>;
  /** The terms in the changed paths and lines of these commits, by the commit's key. Commits without any are missing. */
  changedTerms(
    key: HistoryKey,
    commits: readonly number[],
    terms: readonly string[],
  ): Promise<ReadonlyMap<number, ChangedTerms>>;
  /** How many commits of the repository contain each term in message, paths or changed words; only an estimate for ranking. */
  commitFrequencies(
    key: HistoryKey,
    terms: readonly string[],
  ): Promise<{ readonly commits: number; readonly byTerm: ReadonlyMap<string, number> }>;
  /** Commits whose message mentions one of these pull requests or issues. */
  commitsMentioning(
    key: HistoryKey,
    numbers: readonly number[],
    limit: number,
  ): Promise<readonly CommitRow[]>;
  /** The authors of the version's commits, the most frequent first; at most 5,000. */
  authors(key: HistoryKey): Promise<readonly string[]>;
  /** Replaces the tags of the repository. */
  saveTags(key: HistoryKey, tags: readonly HistoryTag[]): Promise<void>;
  /** Tags whose name contains the text, then commits of the version whose subject contains it, newest first. */
  releaseCommits(key: HistoryKey, text: string): Promise<readonly ReleaseCommit[]>;
  /**
   * The ids of a commit and its ancestors within the version. @returns undefined if the version does not contain the commit, or too many
   * commits to walk
   */
  ancestors(key: HistoryKey, commit: string): Promise<ReadonlySet<string> | undefined>;
  /** Commits of this version that the older one does not contain, newest first; optionally only of a file or folder. */
  commitsBetween(
    key: HistoryKey,
    older: HistoryKey,
    query: { path?: string | undefined; limit: number },
  ): Promise<{
    readonly total: number;
    readonly commits: readonly CommitRow[];
  }>;
  /** Deletes a version's line origins and commit list, and commits that no version contains. Ignores a single generation. */
  remove(removed: SnapshotRemoval & { readonly repository: string }): Promise<void>;
  /** Deletes the history of all versions of a repository. */
  removeRepository(removed: Pick<HistoryKey, 'shard' | 'repository'>): Promise<void>;
}
