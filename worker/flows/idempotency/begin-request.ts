/**
 * Executes a request with an `Idempotency-Key` once in 24 hours. The same request gets the first response again; another request with the
 * same key is refused (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/).
 */

import { AppError } from '../../core/errors.ts';
import type { Viewer } from '../../core/viewer.ts';
import type {
  EarlierRequest,
  IdempotentRequest,
  StoredResponse,
} from '../../ports/access/idempotency-store.ts';
import { requirePermission } from '../identity/require-permission.ts';
import type { Services } from '../services.ts';

export type { IdempotentRequest, StoredResponse };

const dayMs = 86_400_000;
/** A request that has no response by then was interrupted with its isolate. */
const abandonedMs = 5 * 60_000;
const retryAfterSeconds = 2;

/**
 * @returns the first response; undefined if the request must be executed now
 * @throws AppError `idempotency_key_reused` | `request_in_progress` | `repository_not_found` if the viewer may not read it any more
 */
export async function beginRequest(
  { catalog, idempotencyStore }: Pick<Services, 'catalog' | 'idempotencyStore'>,
  viewer: Viewer,
  request: IdempotentRequest,
): Promise<StoredResponse | undefined> {
  const { startedAt, repository: id } = request;
  const earlier = await idempotencyStore.begin(request, {
    expired: startedAt - dayMs,
    abandoned: startedAt - abandonedMs,
  });
  if (earlier === undefined) return undefined;
  requireSame(request, earlier);
  if (earlier.response === undefined)
    throw new AppError(
      'request_in_progress',
      `The request with the Idempotency-Key ${JSON.stringify(request.key)} is still running.`,
      { details: { retryAfter: retryAfterSeconds } },
    );
  if (id !== undefined) {
    const found = await catalog.readRepository(viewer, id);
    requirePermission(viewer, 'read', { id, repository: found?.repository });
  }
  return earlier.response;
}

function requireSame({ key, target, bodyHash }: IdempotentRequest, earlier: EarlierRequest): void {
  const differs = [
    ...(target === earlier.target ? [] : ['target']),
    ...(bodyHash === earlier.bodyHash ? [] : ['body']),
  ];
  if (differs.length === 0) return;
  const difference = differs.includes('target')
    ? `for ${earlier.target}, and this request is ${target}`
    : `for ${target} with another body`;
  throw new AppError(
    'idempotency_key_reused',
    `The Idempotency-Key ${JSON.stringify(key)} was used ${difference}.`,
    { details: { differs } },
  );
}

/** Removes responses that are older than a day. */
export async function removeExpiredRequests({
  clock,
  idempotencyStore,
}: Pick<Services, 'clock' | 'idempotencyStore'>): Promise<void> {
  await idempotencyStore.removeExpired(clock.now() - dayMs);
}
