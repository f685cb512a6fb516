/** Client calls for the list of repositories. */
import { queryString } from '../encode-request.ts';
import type { PageQuery } from '../pages.ts';
import { repositoryPath as repository } from '../request.ts';
import type { Repository, RepositoryList } from './schema.ts';

export function repositoryListCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  const listPage = async (page: Partial<PageQuery> = {}): Promise<RepositoryList> =>
    (await request(`/v1/repositories${queryString({ ...page })}`)).json() as Promise<RepositoryList>;
  return {
    /** All repositories. */
    listRepositories: async (): Promise<Repository[]> => (await listPage()).repositories,
    /** One page of them, for many repositories. */
    listRepositoryPage: listPage,
    removeRepository: async (id: string): Promise<void> =>
      void (await request(repository(id), { method: 'DELETE' })),
  };
}
