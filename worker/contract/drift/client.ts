/** The calls of the typed client that tell whether old citations still hold. */
import type { CitationsDrift, ConversationDrift, DriftRequest } from './schema.ts';
import { jsonBody, repositoryPath as repository } from '../request.ts';

export function driftCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  return {
    /** What has become of the sources of every turn of a conversation. */
    conversationDrift: async (id: string, conversationId: string, signal?: AbortSignal) =>
      (
        await request(
          `${repository(id)}/conversations/${encodeURIComponent(conversationId)}/drift`,
          signal === undefined ? {} : { signal },
        )
      ).json() as Promise<ConversationDrift>,
    /** What has become of citations the caller holds: evidence as an answer gave it. */
    drift: async (id: string, held: DriftRequest, signal?: AbortSignal) =>
      (
        await request(`${repository(id)}/drift`, {
          ...jsonBody(held),
          ...(signal === undefined ? {} : { signal }),
        })
      ).json() as Promise<CitationsDrift>,
  };
}
