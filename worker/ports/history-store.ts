/**
 * Commits of repositories and origins of their versions' lines. Commits are stored once however many versions hold them; a read
 * names the version it is about and sees no commit that is not in it.
 */

import type {
  Commit,
  CommitFile,
  HistoryState,
  LineOrigin,
  LineRun,
  PullRequestReference,
} from '../core/history.ts';
import type { SpanPosition } from '../core/evidence.ts';
import type { RemovedState, SnapshotKey } from '../core/repository.ts';

export interface HistoryKey extends SnapshotKey {
  readonly repository: string;
}

/** A commit without its files, which may be many. */
export interface CommitRow extends Omit<Commit, 'files' | 'moreFiles'> {
  /** Its key in the store, also in its full-text table. */
  readonly key: number;
  readonly subject: string;
  /** Files it changed, kept or not. */
  readonly changedFiles: number;
  readonly pullRequest: PullRequestReference | undefined;
  /** Numbers of issues its message names, without its pull request. */
  readonly issues: readonly number[];
}

/** A commit that lines of a file went through, and what they went through before it. */
export interface OriginNode extends Omit<LineOrigin, 'line'> {
  /** Place of the node before in the file's list, which comes earlier there; undefined where the known history ends. */
  readonly before: number | undefined;
}

/** Lines of one file with their lineages. Kept packed, one row a file. */
export interface FileOrigins {
  readonly path: string;
  /** SHA-256 of the file's bytes they are told of. */
  readonly hash: string;
  readonly nodes: readonly OriginNode[];
  /** In the order of the file's lines, which they cover. `line`: of the first, in the file as the node's commit left it. */
  readonly runs: readonly { readonly lines: number; readonly node: number; readonly line: number }[];
  /** Whether each line's last change alone is told, for its host knows no more; such never take the place of others. */
  readonly isLastAlone?: boolean;
}

/** A commit with what was read off its message. */
export interface NewCommit extends Commit {
  readonly pullRequest: PullRequestReference | undefined;
  readonly issues: readonly number[];
}

interface CommitHit extends CommitRow {
  /** BM25 of subject, body and paths; higher is better. */
  readonly score: number;
}

/** A file a commit of its timeline changed, under the name it had then; of a folder the lines of its files together, under the folder's. */
export interface TimelineEntry {
  readonly commit: CommitRow;
  readonly file: CommitFile;
}

/** What a commit changed, where it is told after the commit. */
export interface CommitFiles {
  readonly commit: string;
  readonly files: readonly CommitFile[];
  readonly moreFiles: number;
}

export interface HistoryStore {
  /** Of these ids, those stored. */
  knownCommits(key: HistoryKey, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Of these ids, those stored of which no file is known, merges left out. One that changed no file is among them. */
  bareCommits(key: HistoryKey, ids: readonly string[]): Promise<readonly string[]>;
  /** Says that the version is to hold those of these commits that are stored: until its end is told, no removal of another takes them. */
  holdCommits(key: HistoryKey, ids: readonly string[]): Promise<void>;
  /**
   * Stores commits that are not there yet; the newest come first, of which those of one moment are told in that order.
   * @throws AppError `invalid_request` when the version would hold more than can be walked
   */
  saveCommits(key: HistoryKey, commits: readonly NewCommit[]): Promise<void>;
  /** Stores what commits changed that are stored without; of others nothing. */
  saveFiles(key: HistoryKey, commits: readonly CommitFiles[]): Promise<void>;
  /** Commits of the version a parent of which is not known, a thousand at most. */
  withUnknownParents(key: HistoryKey): Promise<readonly string[]>;
  /** Commits of the version, merges left out, of which no file is known: the newest, and how many there are. */
  withoutFiles(
    key: HistoryKey,
    limit: number,
  ): Promise<{ readonly commits: readonly string[]; readonly total: number }>;
  /** Files of the version with definitions whose lines' origins are not known: the last changed first, and how many there are. */
  withoutOrigins(
    key: HistoryKey,
    limit: number,
  ): Promise<{
    readonly files: readonly { readonly path: string; readonly hash: string; readonly lines: number }[];
    readonly total: number;
  }>;
  /** Of these paths, the files whose text this version has. */
  filesHeld(
    key: HistoryKey,
    paths: readonly string[],
  ): Promise<readonly { readonly path: string; readonly hash: string; readonly lines: number }[]>;
  /** Which of these files' origins are to be sent: those whose text this version has and whose origins it has not, or their last change alone. */
  wantedOrigins(
    key: HistoryKey,
    files: readonly Pick<FileOrigins, 'path' | 'hash'>[],
  ): Promise<readonly string[]>;
  /** Commits named may come later. @throws AppError `body_too_large` when one file's are more than is kept; nothing is written then. */
  saveOrigins(key: HistoryKey, files: readonly FileOrigins[]): Promise<void>;
  /**
   * Says that nothing more comes, and reckons which commits the version holds: its tip, those its lines come from, and their parents.
   * `since` was asked for, in milliseconds; told is the moment from which on all are held, which is never later.
   * @throws AppError `invalid_request` when the tip is not among the commits, or they are more than can be walked
   */
  end(
    key: HistoryKey,
    facts: { tip: string; since: number | undefined; notes: readonly string[] },
  ): Promise<void>;
  /** Before the end was told, commits are those handed over or held so far; none where nothing was handed over. */
  state(key: HistoryKey): Promise<HistoryState>;
  /** The commits of `state` alone. */
  countCommits(key: HistoryKey): Promise<number>;
  /** By id, or by a beginning of it of seven characters or more that only one has. */
  commits(key: HistoryKey, ids: readonly string[]): Promise<readonly CommitRow[]>;
  filesOf(
    key: HistoryKey,
    id: string,
  ): Promise<{ readonly files: readonly CommitFile[]; readonly more: number }>;
  /**
   * Lineages of lines, in their order; nothing of files whose origins are not known. A commit may be told that was not handed over.
   * @throws when what is stored cannot be read
   */
  originsOf(key: HistoryKey, spans: readonly SpanPosition[]): Promise<readonly LineRun[]>;
  /**
   * Commits that changed a file under the names it has had, or any file of a folder (all, of the empty path); the newest first.
   * `before`: the key of a commit, to go on after it.
   */
  timeline(
    key: HistoryKey,
    path: string,
    page: { limit: number; before?: number | undefined },
  ): Promise<readonly TimelineEntry[]>;
  /** Commits whose messages or paths hold any of the terms, the best first. */
  search(key: HistoryKey, terms: readonly string[], limit: number): Promise<readonly CommitHit[]>;
  /** Commits of pull requests and issues by number. */
  mentioning(key: HistoryKey, numbers: readonly number[], limit: number): Promise<readonly CommitRow[]>;
  /** Commits of this version that the other does not hold, the newest first; of a file or folder alone where one is given. */
  between(
    key: HistoryKey,
    older: HistoryKey,
    asked: { path?: string | undefined; limit: number },
  ): Promise<{
    readonly total: number;
    readonly commits: readonly CommitRow[];
  }>;
  /** Removes a version's origins and membership, and commits no version holds; of one generation alone, nothing. */
  remove(removed: RemovedState & { readonly repository: string }): Promise<void>;
  /** Removes all of a repository's, of whichever versions. */
  removeRepository(removed: Pick<HistoryKey, 'shard' | 'repository'>): Promise<void>;
}
