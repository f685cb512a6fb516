/** discardBody reads the rest of a request body within limits and never throws. */

import { expect, it } from 'vitest';
import { discardBody } from '../../../../worker/http/request/discard-body.ts';

const limits = { bytes: 1_000, idleMs: 300, totalMs: 60_000 };

/** Sends `pieces` of 100 bytes, then ends or stalls. */
function createRequest(pieces: number, end: 'ends' | 'stalls') {
  const sent = { pieces: 0 };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sent.pieces < pieces) {
          sent.pieces += 1;
          controller.enqueue(new Uint8Array(100));
          return undefined;
        }
        if (end === 'ends') return controller.close();
        return new Promise<void>(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
  const settings = { method: 'POST', body: stream, duplex: 'half' };
  return { request: new Request('http://localhost/', settings as RequestInit), sent };
}

it('reads a body to its end', async () => {
  const { request, sent } = createRequest(5, 'ends');
  await discardBody(request, limits);
  expect(sent.pieces).toBe(5);
});

it('stops above the byte limit', async () => {
  const { request, sent } = createRequest(1_000, 'ends');
  await discardBody(request, limits);
  expect(sent.pieces).toBe(11);
});

it('stops when the client stalls', async () => {
  const { request, sent } = createRequest(2, 'stalls');
  await discardBody(request, limits);
  expect(sent.pieces).toBe(2);
});

it('ignores a body that was read, is locked or does not exist', async () => {
  const { request } = createRequest(2, 'ends');
  await request.arrayBuffer();
  await discardBody(request, limits);
  const { request: locked } = createRequest(2, 'stalls');
  locked.body?.getReader();
  await discardBody(locked, limits);
  await discardBody(new Request('http://localhost/'), limits);
});
