/** Client calls that check whether earlier citations are still current. */
import type { CitationsDrift, ConversationDrift, DriftRequest } from './schema.ts';
import { jsonBody, repositoryPath as repository } from '../request.ts';

export function driftCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  return {
    /** Drift of the citations in every turn of a conversation. */
    conversationDrift: async (id: string, conversationId: string, signal?: AbortSignal) =>
      (
        await request(
          `${repository(id)}/conversations/${encodeURIComponent(conversationId)}/drift`,
          signal === undefined ? {} : { signal },
        )
      ).json() as Promise<ConversationDrift>,
    /** Drift of citations that the caller stored. */
    drift: async (id: string, citations: DriftRequest, signal?: AbortSignal) =>
      (
        await request(`${repository(id)}/drift`, {
          ...jsonBody(citations),
          ...(signal === undefined ? {} : { signal }),
        })
      ).json() as Promise<CitationsDrift>,
  };
}
