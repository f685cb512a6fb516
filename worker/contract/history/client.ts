/** Client calls that import and read history, and calls for pull requests and issues. All of them are safe to retry. */

import type { DiscussionList, DiscussionView } from '../discussions/schema.ts';
import { repositoryPath as repository } from '../request.ts';
import { jsonBody, queryString } from '../encode-request.ts';
import type { ExportedCommit, ExportedOrigins, HistoryStateView } from './import-schema.ts';
import type { CommitDiffView, CommitView, History, HistoryRequest, Timeline } from './schema.ts';

/** The version of a repository whose history is imported. */
export interface HistoryVersion {
  readonly id: string;
  readonly snapshotId: string;
}

/** A tag and its commit; `committedAt` in seconds. */
export interface HistoryTag {
  readonly name: string;
  readonly commit: string;
  readonly committedAt: number;
}

export function historyCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  const send = async (version: HistoryVersion, call: string, body: unknown): Promise<string> =>
    (await request(historyPath(version, call), jsonBody(body))).text();

  return {
    /** The commit ids and file paths that the server does not have yet. */
    missingHistory: async (
      version: HistoryVersion,
      known: {
        readonly commits?: readonly string[];
        readonly files?: readonly { readonly path: string; readonly hash: string }[];
      },
    ) => JSON.parse(await send(version, 'wanted', known)) as { commits: string[]; files: string[] },
    sendCommits: async (version: HistoryVersion, commits: readonly ExportedCommit[]): Promise<void> =>
      void (await send(version, 'commits', { commits })),
    sendOrigins: async (version: HistoryVersion, origins: ExportedOrigins): Promise<void> =>
      void (await send(version, 'origins', origins)),
    /** Ends the import. `since` in seconds: older commits were omitted. */
    endHistory: async (
      version: HistoryVersion,
      facts: {
        readonly tip: string;
        readonly since: number | null;
        readonly notes: readonly string[];
        readonly tags?: readonly HistoryTag[];
      },
    ): Promise<void> => void (await send(version, 'end', facts)),
    historyState: async (version: HistoryVersion) =>
      (await request(historyPath(version, 'state'))).json() as Promise<HistoryStateView>,
    ...historyReads(request),
  };
}

/** Calls that read history. */
function historyReads(request: (path: string, init?: RequestInit) => Promise<Response>) {
  return {
    askHistory: async (id: string, query: HistoryRequest, signal?: AbortSignal) =>
      (
        await request(`${repository(id)}/history`, { ...jsonBody(query), ...withSignal(signal) })
      ).json() as Promise<History>,
    /** Commits to a file, a folder or (empty path) the whole repository, newest first; `before` is the previous page's `next`. */
    timeline: async (
      id: string,
      query: {
        readonly path: string;
        readonly version?: string | undefined;
        readonly before?: string | undefined;
      },
      signal?: AbortSignal,
    ) =>
      (
        await request(`${repository(id)}/timeline${queryString(query)}`, withSignal(signal))
      ).json() as Promise<Timeline>,
    /** A commit by its id or at least the first seven digits. */
    readCommit: async (id: string, commit: string, version?: string, signal?: AbortSignal) =>
      (
        await request(
          `${repository(id)}/commits/${encodeURIComponent(commit)}${queryString({ version })}`,
          withSignal(signal),
        )
      ).json() as Promise<CommitView>,
    /** A page of the lines that a commit changed; `after` is the previous page's `next`. */
    readCommitDiff: async (
      id: string,
      commit: string,
      query: {
        readonly version?: string | undefined;
        readonly after?: string | undefined;
        /** Lines of the version that are found in the diff. */
        readonly path?: string | undefined;
        readonly startLine?: number | undefined;
        readonly endLine?: number | undefined;
      },
      signal?: AbortSignal,
    ) =>
      (
        await request(
          `${repository(id)}/commits/${encodeURIComponent(commit)}/diff${queryString(query)}`,
          withSignal(signal),
        )
      ).json() as Promise<CommitDiffView>,
  };
}

function withSignal(signal: AbortSignal | undefined): RequestInit {
  return signal === undefined ? {} : { signal };
}

function historyPath({ id, snapshotId }: HistoryVersion, call: string): string {
  return `${repository(id)}/history/${call}${queryString({ version: snapshotId })}`;
}

/** Client calls for pull requests and issues. */
export function discussionCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  return {
    /** Reads a pull request or issue with all stored comments. */
    readDiscussion: async (id: string, number: number, version?: string) =>
      (
        await request(`${repository(id)}/discussions/${number}${queryString({ version })}`)
      ).json() as Promise<DiscussionView>,
    /** Lists the best matches for `query`, best first. Without a query, lists the newest. */
    findDiscussions: async (
      id: string,
      parameters: { readonly query?: string | undefined; readonly version?: string | undefined },
    ) =>
      (
        await request(`${repository(id)}/discussions${queryString({ ...parameters })}`)
      ).json() as Promise<DiscussionList>,
  };
}
