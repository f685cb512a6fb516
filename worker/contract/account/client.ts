/** Client calls about the viewer, their preferences, conversations and account. */

import { jsonBody, queryString } from '../encode-request.ts';
import { repositoryPath as repository } from '../request.ts';
import type {
  AccountDetails,
  ConversationChange,
  ConversationList,
  DeletedAccount,
  Me,
  WirePreferences,
} from './schema.ts';

export function accountCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  const json = async <Body>(path: string, init?: RequestInit): Promise<Body> =>
    (await request(path, init)).json() as Promise<Body>;
  return {
    me: () => json<Me>('/v1/me'),
    readPreferences: () => json<WirePreferences>('/v1/preferences'),
    savePreferences: (preferences: WirePreferences) =>
      json<WirePreferences>('/v1/preferences', { ...jsonBody(preferences), method: 'PUT' }),
    listConversations: (
      page: { readonly cursor?: string | undefined; readonly limit?: number | undefined } = {},
    ) => json<ConversationList>(`/v1/conversations${queryString({ ...page })}`),
    changeConversation: async (id: string, conversation: string, change: ConversationChange): Promise<void> =>
      void (await request(`${repository(id)}/conversations/${encodeURIComponent(conversation)}`, {
        ...jsonBody(change),
        method: 'PATCH',
      })),
    adoptConversations: () =>
      json<{ readonly adopted: number }>('/v1/conversations/adopt', { method: 'POST' }),
    readAccount: () => json<AccountDetails>('/v1/account'),
    /** @param confirm the e-mail address of the account */
    deleteAccount: (confirm: string) =>
      json<DeletedAccount>('/v1/account', { ...jsonBody({ confirm }), method: 'DELETE' }),
  };
}
