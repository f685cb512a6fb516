/** Client calls for the sources and versions of repositories. */

import { repositoryPath as repository } from '../request.ts';
import { jsonBody, queryString } from '../encode-request.ts';
import type { CrawlReportView } from '../sources/crawl.ts';
import type { AddSource, SourcePreview, Token } from '../sources/schema.ts';
import type { Comparison, Version, VersionRepair, VersionStatistics } from '../versions/schema.ts';
import type { Accepted } from './schema.ts';

/** Client calls for sources: preview, add, refresh, crawl report and tokens. */
export function sourceCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  const json = async <T>(path: string, init?: RequestInit): Promise<T> =>
    (await request(path, init)).json() as Promise<T>;

  return {
    /** Previews a pasted source without adding it. */
    previewSource: (source: string, signal?: AbortSignal) =>
      json<SourcePreview>(`/v1/sources${queryString({ source })}`, signal === undefined ? {} : { signal }),
    /** Adds a pasted source, or refreshes it if it exists. `unchanged`: the host has nothing newer. */
    addSource: (source: AddSource) => json<Accepted>('/v1/repositories', jsonBody(source)),
    /** Refreshes a version from its host; without `version` the default one. */
    refresh: (id: string, version?: string) =>
      json<Accepted>(`${repository(id)}/refresh${queryString({ version })}`, { method: 'POST' }),
    /** The status of every address of a crawl. */
    crawlReport: (id: string, version?: string) =>
      json<CrawlReportView>(`${repository(id)}/crawl${queryString({ version })}`),
    /** Lets everyone read the repository, or only its owner. */
    changeRepository: async (id: string, visibility: 'private' | 'public'): Promise<void> =>
      void (await request(repository(id), { ...jsonBody({ visibility }), method: 'PATCH' })),
    /** Lists the owners of stored tokens, never the tokens. */
    listTokens: async () => (await json<{ tokens: readonly Token[] }>('/v1/tokens')).tokens,
    storeToken: (host: 'github', token: string) =>
      json<Token>(`/v1/tokens/${host}`, { ...jsonBody({ token }), method: 'PUT' }),
    removeToken: async (host: 'github'): Promise<void> =>
      void (await request(`/v1/tokens/${host}`, { method: 'DELETE' })),
  };
}

/** Client calls for versions: list, read, repair, remove and compare. */
export function versionCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  const json = async <T>(path: string, init?: RequestInit): Promise<T> =>
    (await request(path, init)).json() as Promise<T>;
  return {
    listVersions: async (id: string) =>
      (await json<{ versions: Version[] }>(`${repository(id)}/versions`)).versions,
    /** @param version an id, branch, tag, commit or abbreviated commit */
    getVersion: (id: string, version: string) => json<VersionStatistics>(versionPath(id, version)),
    /** Checks that the index is complete, and rebuilds what is missing. */
    repairVersion: (id: string, version: string) =>
      json<VersionRepair>(`${versionPath(id, version)}/repair`, { method: 'POST' }),
    removeVersion: (id: string, version: string) =>
      json<{ removed: string[] }>(versionPath(id, version), { method: 'DELETE' }),
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

function versionPath(id: string, version: string): string {
  return `${repository(id)}/versions/${encodeURIComponent(version)}`;
}
