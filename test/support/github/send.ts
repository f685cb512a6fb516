/** Sends a reply. A fault may slow it down or drop the connection. */

import { setTimeout } from 'node:timers/promises';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Fault } from './faults.ts';
import type { Reply } from './reply.ts';

/** Resolves when everything is sent or the connection is closed. */
export async function send(response: ServerResponse, reply: Reply, fault: Fault | undefined): Promise<void> {
  if (fault?.kind === 'slow') await setTimeout(fault.beforeHeadersMs ?? 0);
  if (response.destroyed) return;
  const hasNoBody = reply.status === 304 || response.req.method === 'HEAD';
  const { body } = reply;
  const isWhole = body instanceof Uint8Array && !hasNoBody;
  const length = isWhole ? { 'content-length': String(body.length) } : {};
  response.writeHead(reply.status, { ...reply.headers, ...length });
  if (body === undefined || hasNoBody) {
    if (body instanceof Readable) body.destroy();
    response.end();
  } else if (fault?.kind === 'slow' || fault?.kind === 'drop')
    await sendPieces(response, await readAll(body), fault);
  else if (body instanceof Uint8Array) response.end(body);
  else {
    body.on('error', () => response.destroy());
    body.pipe(response);
    response.on('close', () => body.destroy());
  }
  await finished(response).catch(() => undefined);
}

async function sendPieces(
  response: ServerResponse,
  bytes: Uint8Array,
  fault: Extract<Fault, { kind: 'slow' } | { kind: 'drop' }>,
): Promise<void> {
  if (fault.kind === 'drop') {
    const head = bytes.subarray(0, fault.afterBytes ?? Math.floor(bytes.length / 2));
    // Drops the connection only after the bytes are written, so that the caller receives them.
    response.write(head, () => response.destroy());
    return;
  }
  const size = fault.pieceBytes ?? Math.max(1, Math.ceil(bytes.length / 10));
  for (let offset = 0; offset < bytes.length && !response.destroyed; offset += size) {
    response.write(bytes.subarray(offset, offset + size));
    await setTimeout(fault.betweenPiecesMs ?? 0);
  }
  response.end();
}

async function readAll(body: Uint8Array | Readable): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body;
  const pieces: Buffer[] = [];
  for await (const piece of body) if (Buffer.isBuffer(piece)) pieces.push(piece);
  return Buffer.concat(pieces);
}
