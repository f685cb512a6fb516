/** The calls of the typed client about where repositories come from: looking at what was pasted, adding it, bringing it up to date, tokens. */
import type { CrawlWire } from './crawl.ts';
import type { Accepted } from '../repositories/schema.ts';
import { jsonBody, queryString, repositoryPath as repository } from '../request.ts';
import type { AddSource, SourcePreview, Token } from './schema.ts';

export function sourceCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  const json = async <T>(path: string, init?: RequestInit): Promise<T> =>
    (await request(path, init)).json() as Promise<T>;

  return {
    /** What a pasted text is; nothing is added. */
    previewSource: (source: string, signal?: AbortSignal) =>
      json<SourcePreview>(`/v1/sources${queryString({ source })}`, signal === undefined ? {} : { signal }),
    /** Adds what was pasted, or brings it up to date where it is there already: `unchanged` says that nothing was to be done. */
    addSource: (source: AddSource) => json<Accepted>('/v1/repositories', jsonBody(source)),
    /** Of a version that lies on a host; the one read by default where it is left out. */
    refresh: (id: string, version?: string) =>
      json<Accepted>(`${repository(id)}/refresh${queryString({ version })}`, { method: 'POST' }),
    /** What became of every address of a crawl. */
    crawlReport: (id: string, version?: string) =>
      json<CrawlWire>(`${repository(id)}/crawl${queryString({ version })}`),
    /** Whose tokens are kept, never the tokens. */
    listTokens: async () => (await json<{ tokens: readonly Token[] }>('/v1/tokens')).tokens,
    keepToken: (host: 'github', token: string) =>
      json<Token>(`/v1/tokens/${host}`, { ...jsonBody({ token }), method: 'PUT' }),
    removeToken: async (host: 'github'): Promise<void> =>
      void (await request(`/v1/tokens/${host}`, { method: 'DELETE' })),
  };
}
