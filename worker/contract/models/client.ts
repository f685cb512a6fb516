/** The call of the typed client about models, and the header a key of one's own travels in. */
import type { Models } from './schema.ts';
import { queryString } from '../request.ts';

export function modelCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  return {
    /** Models that can be asked; with a key of one's own, those of its vendor. */
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

/** Told to the vendor of the model that is asked, for this request alone. */
export function modelKeyHeader(modelKey: string | undefined): Record<string, string> {
  return modelKey === undefined ? {} : { 'x-model-key': modelKey };
}
