/** The calls of the typed client that read pull requests and issues. */
import type { DiscussionList, DiscussionView } from './schema.ts';
import { queryString, repositoryPath as repository } from '../request.ts';

export function discussionCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  return {
    /** One with all its remarks that are kept. */
    readDiscussion: async (id: string, number: number, version?: string) =>
      (
        await request(`${repository(id)}/discussions/${number}${queryString({ version })}`)
      ).json() as Promise<DiscussionView>,
    /** Those whose words are nearest to `query`, the best first; the newest where it is left out. */
    findDiscussions: async (
      id: string,
      asked: { readonly query?: string | undefined; readonly version?: string | undefined },
    ) =>
      (
        await request(`${repository(id)}/discussions${queryString({ ...asked })}`)
      ).json() as Promise<DiscussionList>,
  };
}
