/** The client calls for API keys and usage. */
import { jsonBody, queryString } from '../encode-request.ts';
import type { PageQuery } from '../pages.ts';
import type {
  AccountUsage,
  CreatedKey,
  CreateKey,
  Key,
  KeyList,
  RotateKey,
  UpdateKey,
  Usage,
} from './schema.ts';

const keyPath = (id: string): string => `/v1/keys/${encodeURIComponent(id)}`;

export function keyCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  const json = async <T>(path: string, init?: RequestInit): Promise<T> =>
    (await request(path, init)).json() as Promise<T>;
  return {
    listKeys: (page: Partial<PageQuery> = {}) => json<KeyList>(`/v1/keys${queryString({ ...page })}`),
    createKey: (body: CreateKey) => json<CreatedKey>('/v1/keys', jsonBody(body)),
    updateKey: (id: string, body: UpdateKey) =>
      json<Key>(keyPath(id), { ...jsonBody(body), method: 'PATCH' }),
    rotateKey: (id: string, body: RotateKey = {}) =>
      json<CreatedKey>(`${keyPath(id)}/rotate`, jsonBody(body)),
    revokeKey: async (id: string): Promise<void> => {
      await request(keyPath(id), { method: 'DELETE' });
    },
    keyUsage: (id: string) => json<Usage>(`${keyPath(id)}/usage`),
    /** What the caller has used, and what is left. */
    usage: () => json<AccountUsage>('/v1/usage'),
  };
}
