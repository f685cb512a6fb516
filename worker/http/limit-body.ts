/**
 * Refuses a request body over a limit: by its Content-Length, or without one at the first byte over it. The rest of a
 * refused body stays unread and unlocked, so that `discardBody` can read it.
 */

import { AppError } from '../core/errors.ts';

export interface BodyLimit {
  readonly bytes: number;
  readonly code: 'body_too_large' | 'upload_too_large';
  /** The handler reads the body as a stream and counts it by the same limit. */
  readonly isStreamed: boolean;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** @returns the request to read from @throws AppError the limit's code | `unsupported_media_type` (an encoded body) */
export async function limitBody(request: Request, limit: BodyLimit): Promise<Request> {
  if (request.body === null) return request;
  requirePlain(request);
  const declared = declaredBytes(request);
  if (declared !== undefined && declared > limit.bytes) throw tooLarge(limit, declared);
  const hasNoBody = request.method === 'GET' || request.method === 'HEAD';
  if (declared !== undefined || limit.isStreamed || hasNoBody) return request;
  const body = await readUpTo(request.body.getReader(), limit);
  return new Request(request, { method: request.method, body });
}

function requirePlain(request: Request): void {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase() ?? '';
  if (encoding === '' || encoding === 'identity') return;
  throw new AppError(
    'unsupported_media_type',
    `The Content-Encoding is ${JSON.stringify(encoding.slice(0, 40))}; request bodies are read as they are. Send it without an encoding.`,
  );
}

/** Undefined for a body that is sent in chunks. */
function declaredBytes({ headers }: Request): number | undefined {
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
  return new AppError(code, `The request body has ${size}; this route takes at most ${bytes}.`, {
    details: { maxBytes: bytes, ...(found === undefined ? {} : { foundBytes: found }) },
  });
}
