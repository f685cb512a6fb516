/** The calls of the typed client that hand a repository's history over, and the one that asks it. Each may be made again, whatever came of it. */
import type { History, HistoryRequest } from './history.ts';
import type { ExportedCommit, ExportedOrigins, HistoryStateView } from './history-export.ts';
import { jsonBody, queryString, repositoryPath as repository } from './request.ts';

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
    askHistory: async (id: string, asked: HistoryRequest) =>
      (await request(`${repository(id)}/history`, jsonBody(asked))).json() as Promise<History>,
  };
}

function path({ id, snapshotId }: HistoryVersion, what: string): string {
  return `${repository(id)}/history/${what}${queryString({ version: snapshotId })}`;
}
