/** Executes a request with an `Idempotency-Key` once. Only routes whose contract says so read the header. */

import type { Context as HonoContext } from 'hono';
import { AppError } from '../../core/errors.ts';
import { sha256 } from '../../core/text/hash.ts';
import type { Viewer } from '../../core/viewer.ts';
import {
  beginRequest,
  type IdempotentRequest,
  type StoredResponse,
} from '../../flows/idempotency/begin-request.ts';
import { prefersJson } from '../answers/answer-request.ts';
import type { Context, RouteFacts } from '../context.ts';
import { keepAlive } from './execution-context.ts';

type Next = () => Promise<void>;

const keyPattern = /^[\x21-\x7e]{1,255}$/;
/** Larger responses are not stored, so such a request is executed again. */
const maxStoredLength = 1_000_000;
const repositoryPath = /^\/v1\/repositories\/([^/]+)\//;

/** @throws AppError `invalid_request` for a key that is not valid or not supported; also what `beginRequest` throws */
export async function executeOnce(context: HonoContext<Context>, next: Next): Promise<Response | void> {
  const key = context.req.header('idempotency-key');
  const route = context.get('route');
  if (key === undefined || route?.idempotency === undefined) return next();
  requireSupported(context, route, key);
  const request = await describeRequest(context, key);
  const earlier = await beginRequest(context.get('services'), context.get('viewer'), request);
  if (earlier !== undefined) return replay(route, earlier);
  const work = executeFirst(context, request, next);
  keepAlive(context, work);
  return work;
}

function requireSupported({ req, get }: HonoContext<Context>, route: RouteFacts, key: string): void {
  if (!keyPattern.test(key))
    throw new AppError(
      'invalid_request',
      `Idempotency-Key: it has ${key.length} characters; it must have 1 to 255 visible ASCII characters, such as a UUID.`,
    );
  const streams =
    route.idempotency === 'none' || (route.idempotency === 'json' && !prefersJson(req.header('accept')));
  if (streams)
    throw new AppError(
      'invalid_request',
      'Idempotency-Key: it is not supported with a stream. Send `Accept: application/json`, or follow the turn of an interrupted stream.',
    );
  const isArchive = route.acceptsArchives && !/^application\/json\b/i.test(req.header('content-type') ?? '');
  if (isArchive)
    throw new AppError(
      'invalid_request',
      'Idempotency-Key: it is not supported with an archive. Uploading an archive again with the same name adds no second repository.',
    );
  const { kind } = get('viewer');
  if (kind === 'anonymous' || kind === 'publishable')
    throw new AppError(
      'invalid_request',
      `Idempotency-Key: a viewer of the kind \`${kind}\` can be several people. Sign in, or use a secret key.`,
    );
}

async function describeRequest(context: HonoContext<Context>, key: string): Promise<IdempotentRequest> {
  const { method, path, raw, url } = context.req;
  const viewer = context.get('viewer');
  return {
    sender: nameSender(viewer),
    key,
    owner: { id: viewer.id },
    target: `${method} ${path}${new URL(url).search}`,
    bodyHash: await sha256(await raw.clone().text()),
    repository: repositoryPath.exec(path)?.[1],
    startedAt: context.get('services').clock.now(),
  };
}

/** Two keys of a user are two senders: one may be allowed what the other is not. */
function nameSender(viewer: Viewer): string {
  return viewer.kind === 'key' ? `key ${viewer.keyId}` : `${viewer.kind} ${viewer.id}`;
}

/** Only a success is stored: after a failure, the same request can be sent again. */
async function executeFirst(
  context: HonoContext<Context>,
  request: IdempotentRequest,
  next: Next,
): Promise<void> {
  const { idempotencyStore } = context.get('services');
  try {
    await next();
  } catch (thrown) {
    await idempotencyStore.forget(request);
    throw thrown;
  }
  const body = context.res.ok ? await context.res.clone().text() : '';
  if (!context.res.ok || body.length > maxStoredLength) return idempotencyStore.forget(request);
  const isSecret = context.get('route')?.idempotency === 'secret';
  const stored = isSecret ? JSON.stringify({ id: readId(body) }) : body;
  await idempotencyStore.finish(request, { status: context.res.status, body: stored });
}

/** The id of what was created: of a link, or of the key in the response. */
function readId(body: string): unknown {
  const created = JSON.parse(body) as { readonly id?: unknown; readonly key?: { readonly id?: unknown } };
  return created.id ?? created.key?.id;
}

/** @throws AppError `already_created` if the first response contained a secret, which is not stored */
function replay({ idempotency }: RouteFacts, { status, body }: StoredResponse): Response {
  if (idempotency === 'secret') {
    const { id } = JSON.parse(body) as { readonly id?: unknown };
    throw new AppError(
      'already_created',
      `The first request with this Idempotency-Key created ${JSON.stringify(id)}. Its response contained a secret, which is not stored.`,
      { details: { id } },
    );
  }
  const headers = { 'content-type': 'application/json', 'idempotency-replayed': 'true' };
  return new Response(body, { status, headers });
}
