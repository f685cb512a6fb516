/** Client calls for pull requests and issues. */
import type { DiscussionList, DiscussionView } from './schema.ts';
import { queryString, repositoryPath as repository } from '../request.ts';

export function discussionCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  return {
    /** Reads one with all stored comments. */
    readDiscussion: async (id: string, number: number, version?: string) =>
      (
        await request(`${repository(id)}/discussions/${number}${queryString({ version })}`)
      ).json() as Promise<DiscussionView>,
    /** The best matches for `query`, best first; without a query the newest. */
    findDiscussions: async (
      id: string,
      parameters: { readonly query?: string | undefined; readonly version?: string | undefined },
    ) =>
      (
        await request(`${repository(id)}/discussions${queryString({ ...parameters })}`)
      ).json() as Promise<DiscussionList>,
  };
}
