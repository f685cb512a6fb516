/** The calls of the typed client about versions: listed, told in numbers, repaired, removed, compared. */
import type { Comparison, Version, VersionRepair, VersionStatistics } from './schema.ts';
import { queryString, repositoryPath as repository } from '../request.ts';

export function versionCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  const json = async <T>(path: string, init?: RequestInit): Promise<T> =>
    (await request(path, init)).json() as Promise<T>;
  return {
    listVersions: async (id: string) =>
      (await json<{ versions: Version[] }>(`${repository(id)}/versions`)).versions,
    /** `version` as in every read: an id, a branch or tag, a commit or the beginning of one. */
    getVersion: (id: string, version: string) => json<VersionStatistics>(path(id, version)),
    /** Looks whether all of it is there, and has made anew what is not. */
    repairVersion: (id: string, version: string) =>
      json<VersionRepair>(`${path(id, version)}/repair`, { method: 'POST' }),
    removeVersion: (id: string, version: string) =>
      json<{ removed: string[] }>(path(id, version), { method: 'DELETE' }),
    /** What is different; `to` is the version read by default where it is left out. */
    compareVersions: (
      id: string,
      asked: {
        readonly from: string;
        readonly to?: string | undefined;
        readonly path?: string | undefined;
        readonly symbol?: string | undefined;
      },
    ) => json<Comparison>(`${repository(id)}/compare${queryString({ ...asked })}`),
  };
}

function path(id: string, version: string): string {
  return `${repository(id)}/versions/${encodeURIComponent(version)}`;
}
