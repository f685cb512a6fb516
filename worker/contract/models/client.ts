/** The client call for models, and the header for a user's own key. */
import type { Models } from './schema.ts';
import { queryString } from '../encode-request.ts';

export function modelCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  return {
    /** Lists available models; with a user's own key, those of its provider. */
    models: async (
      { provider, modelKey }: { provider?: string; modelKey?: string } = {},
      signal?: AbortSignal,
    ) =>
      (
        await request(`/v1/models${queryString({ provider })}`, {
          headers: modelKeyHeader(modelKey),
          ...(signal === undefined ? {} : { signal }),
        })
      ).json() as Promise<Models>,
  };
}

/** The server sends the key to the model's provider for this request only. */
export function modelKeyHeader(modelKey: string | undefined): Record<string, string> {
  return modelKey === undefined ? {} : { 'x-model-key': modelKey };
}
