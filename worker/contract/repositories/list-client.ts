/** Client calls for the list of repositories. */
import { repositoryPath as repository } from '../request.ts';
import type { Repository } from './schema.ts';

export function repositoryListCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  return {
    listRepositories: async () =>
      ((await (await request('/v1/repositories')).json()) as { repositories: Repository[] }).repositories,
    removeRepository: async (id: string): Promise<void> =>
      void (await request(repository(id), { method: 'DELETE' })),
  };
}
