/** Client calls for links to conversations. */

import { jsonBody, queryString } from '../encode-request.ts';
import type { PageQuery } from '../pages.ts';
import { repositoryPath as repository } from '../request.ts';
import type { CreatedShare, SharedConversation, ShareList } from './schema.ts';

export function shareCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  return {
    /** @param expiresInDays undefined for a link that does not expire */
    shareConversation: async (
      id: string,
      conversation: string,
      expiresInDays: number | undefined,
    ): Promise<CreatedShare> => {
      const path = `${repository(id)}/conversations/${encodeURIComponent(conversation)}/shares`;
      const options = expiresInDays === undefined ? {} : { expiresInDays };
      return (await request(path, jsonBody(options))).json() as Promise<CreatedShare>;
    },
    listShares: async (page: Partial<PageQuery> = {}): Promise<ShareList> =>
      (await request(`/v1/shares${queryString({ ...page })}`)).json() as Promise<ShareList>,
    revokeShare: async (share: string): Promise<void> =>
      void (await request(`/v1/shares/${encodeURIComponent(share)}`, { method: 'DELETE' })),
    readShared: async (token: string): Promise<SharedConversation> =>
      (await request(`/v1/shared/${encodeURIComponent(token)}`)).json() as Promise<SharedConversation>,
  };
}
