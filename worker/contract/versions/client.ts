/** Client calls for versions: list, read, repair, remove and compare. */
import type { Comparison, Version, VersionRepair, VersionStatistics } from './schema.ts';
import { queryString, repositoryPath as repository } from '../request.ts';

export function versionCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  const json = async <T>(path: string, init?: RequestInit): Promise<T> =>
    (await request(path, init)).json() as Promise<T>;
  return {
    listVersions: async (id: string) =>
      (await json<{ versions: Version[] }>(`${repository(id)}/versions`)).versions,
    /** @param version an id, branch, tag, commit or its beginning */
    getVersion: (id: string, version: string) => json<VersionStatistics>(path(id, version)),
    /** Checks that the index is complete, and rebuilds what is missing. */
    repairVersion: (id: string, version: string) =>
      json<VersionRepair>(`${path(id, version)}/repair`, { method: 'POST' }),
    removeVersion: (id: string, version: string) =>
      json<{ removed: string[] }>(path(id, version), { method: 'DELETE' }),
    /** Compares two versions; `to` defaults to the default version. */
    compareVersions: (
      id: string,
      query: {
        readonly from: string;
        readonly to?: string | undefined;
        readonly path?: string | undefined;
        readonly symbol?: string | undefined;
      },
    ) => json<Comparison>(`${repository(id)}/compare${queryString({ ...query })}`),
  };
}

function path(id: string, version: string): string {
  return `${repository(id)}/versions/${encodeURIComponent(version)}`;
}
