import { describe, expect, it } from 'vitest';
import { createClient } from '../../../worker/contract/client.ts';
import { searchCodeTool } from '../../../worker/mcp/tools/search-code.ts';

/** A server for a key that may search, but not list repositories. */
function connect() {
  const paths: string[] = [];
  const client = createClient({
    baseUrl: 'http://localhost',
    fetch: async (address) => {
      const { pathname } = new URL(String(address));
      paths.push(pathname);
      if (pathname !== '/v1/repositories') return Response.json({ results: [], confidence: 'high' });
      const problem = { code: 'scope_missing', title: 'Scope missing', detail: '', fix: '' };
      return Response.json(problem, { status: 403, headers: { 'content-type': 'application/problem+json' } });
    },
  });
  const search = (repository: string | undefined) =>
    searchCodeTool.run(
      { client, origin: 'http://localhost' },
      { query: 'a', repository, limit: 1, maxTokens: 500 },
    );
  return { paths, search };
}

describe('the repository of a key that may not list repositories', () => {
  it('is read by its id', async () => {
    const { paths, search } = connect();
    await search('abc-1');
    expect(paths).toEqual(['/v1/repositories', '/v1/repositories/abc-1/search']);
  });

  it.each(['..', '.', '../..', 'a/b', 'a?b'])('is not %s, which would lead to another route', async (id) => {
    const { paths, search } = connect();
    await expect(search(id)).rejects.toThrow('does not have the scope `read`');
    expect(paths).toEqual(['/v1/repositories']);
  });

  it('must be stated', async () => {
    await expect(connect().search(undefined)).rejects.toMatchObject({
      code: 'scope_missing',
      fix: 'Set `repository` to an id, or use a key with this scope.',
    });
  });
});
