/**
 * Rejects a request body over the limit that the contract states for its route: by Content-Length, or at the first byte over it. The rest
 * of a rejected body stays unread and unlocked, so that `discardBody` can read it.
 */

import type { Context as HonoContext } from 'hono';
import { ignoredBodyBytes } from '../../contract/create-route.ts';
import { AppError } from '../../core/errors.ts';
import type { Context, RouteFacts } from '../context.ts';

interface BodyLimit {
  readonly bytes: number;
  readonly code: 'body_too_large' | 'upload_too_large';
  /** The handler reads the body as a stream and enforces the same limit itself. */
  readonly isStreamed: boolean;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** @returns the request to read from @throws AppError the limit's code | `unsupported_media_type` (an encoded body) */
export async function limitBody(request: Request, limit: BodyLimit): Promise<Request> {
  if (request.body === null) return request;
  requireUnencoded(request);
  const declared = readContentLength(request);
  if (declared !== undefined && declared > limit.bytes) throw tooLarge(limit, declared);
  const hasNoBody = request.method === 'GET' || request.method === 'HEAD';
  if (declared !== undefined || limit.isStreamed || hasNoBody) return request;
  const body = await readUpTo(request.body.getReader(), limit);
  return new Request(request, { method: request.method, body });
}

function requireUnencoded(request: Request): void {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return;
  throw new AppError(
    'unsupported_media_type',
    `The Content-Encoding is ${JSON.stringify(encoding.slice(0, 40))}, which is not supported. Send the body without an encoding.`,
  );
}

/** Returns undefined if the length is not declared or the body is chunked. */
function readContentLength({ headers }: Request): number | undefined {
  const length = headers.get('content-length');
  return length === null || headers.has('transfer-encoding') ? undefined : Number(length);
}

async function readUpTo(reader: Reader, limit: BodyLimit): Promise<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.byteLength;
    if (length > limit.bytes) {
      reader.releaseLock();
      throw tooLarge(limit, undefined);
    }
    pieces.push(read.value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.byteLength;
  }
  return whole.buffer;
}

function tooLarge({ bytes, code }: BodyLimit, found: number | undefined): AppError {
  const size = found === undefined ? `more than ${bytes} bytes` : `${found} bytes`;
  return new AppError(
    code,
    `The request body has ${size}; the maximum on this route is ${bytes} bytes. Send a smaller body.`,
    { details: { maxBytes: bytes, ...(found === undefined ? {} : { foundBytes: found }) } },
  );
}

/** The limit of a route; a path without a route, such as a page, takes no body. */
export function toBodyLimit(context: HonoContext<Context>, route: RouteFacts | undefined): BodyLimit {
  const bytes = route?.maxBodyBytes ?? ignoredBodyBytes;
  const isJson = context.req.header('content-type')?.trim().toLowerCase().startsWith('application/json');
  if (route?.acceptsArchives !== true || isJson === true)
    return { bytes, code: 'body_too_large', isStreamed: false };
  const { maxUploadBytes } = context.get('services').settings.limits;
  return { bytes: maxUploadBytes, code: 'upload_too_large', isStreamed: true };
}
