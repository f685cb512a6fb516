/** The calls of the typed client that hand a repository's history over, and those that ask it. Each may be made again, whatever came of it. */
import type { CommitView, History, HistoryRequest, Timeline } from './schema.ts';
import type { ExportedCommit, ExportedOrigins, HistoryStateView } from './import-schema.ts';
import { jsonBody, queryString, repositoryPath as repository } from '../request.ts';

/** A version of a repository, which commits and origins are handed over for. */
export interface HistoryVersion {
  readonly id: string;
  readonly snapshotId: string;
}

export function historyCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  const send = async (version: HistoryVersion, what: string, body: unknown): Promise<string> =>
    (await request(path(version, what), jsonBody(body))).text();

  return {
    /** What of these is not there yet: ids of commits, paths of files. */
    historyWanted: async (
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
    /** Nothing more comes. `since` in seconds: commits before it were left out. */
    endHistory: async (
      version: HistoryVersion,
      facts: { readonly tip: string; readonly since: number | null; readonly notes: readonly string[] },
    ): Promise<void> => void (await send(version, 'end', facts)),
    historyState: async (version: HistoryVersion) =>
      (await request(path(version, 'state'))).json() as Promise<HistoryStateView>,
    askHistory: async (id: string, asked: HistoryRequest, signal?: AbortSignal) =>
      (
        await request(`${repository(id)}/history`, { ...jsonBody(asked), ...ending(signal) })
      ).json() as Promise<History>,
    /** Commits to a file, a folder or, for an empty path, the whole repository, the newest first; `before` is the `next` of the page before. */
    timeline: async (
      id: string,
      of: {
        readonly path: string;
        readonly version?: string | undefined;
        readonly before?: string | undefined;
      },
      signal?: AbortSignal,
    ) =>
      (
        await request(`${repository(id)}/timeline${queryString(of)}`, ending(signal))
      ).json() as Promise<Timeline>,
    /** A commit by its id, or by seven digits and more of its beginning. */
    readCommit: async (id: string, commit: string, version?: string, signal?: AbortSignal) =>
      (
        await request(
          `${repository(id)}/commits/${encodeURIComponent(commit)}${queryString({ version })}`,
          ending(signal),
        )
      ).json() as Promise<CommitView>,
  };
}

function ending(signal: AbortSignal | undefined): RequestInit {
  return signal === undefined ? {} : { signal };
}

function path({ id, snapshotId }: HistoryVersion, what: string): string {
  return `${repository(id)}/history/${what}${queryString({ version: snapshotId })}`;
}
