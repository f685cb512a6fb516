/** Client calls for sources: preview, add, refresh, crawl report and tokens. */
import type { CrawlReportView } from './crawl.ts';
import type { Accepted } from '../repositories/schema.ts';
import { jsonBody, queryString, repositoryPath as repository } from '../request.ts';
import type { AddSource, SourcePreview, Token } from './schema.ts';

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
    /** Lists the owners of stored tokens, never the tokens. */
    listTokens: async () => (await json<{ tokens: readonly Token[] }>('/v1/tokens')).tokens,
    storeToken: (host: 'github', token: string) =>
      json<Token>(`/v1/tokens/${host}`, { ...jsonBody({ token }), method: 'PUT' }),
    removeToken: async (host: 'github'): Promise<void> =>
      void (await request(`/v1/tokens/${host}`, { method: 'DELETE' })),
  };
}
