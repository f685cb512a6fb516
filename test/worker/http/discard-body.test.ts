/** discardBody reads the rest of a request body within limits and never throws. */

import { expect, it } from 'vitest';
import { discardBody } from '../../../worker/http/discard-body.ts';

const bounds = { bytes: 1_000, idleMs: 300, totalMs: 60_000 };

/** Sends `pieces` of 100 bytes, then ends or stalls. */
function createRequest(pieces: number, end: 'ends' | 'stalls') {
  const seen = { pieces: 0 };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (seen.pieces < pieces) {
          seen.pieces += 1;
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
  return { request: new Request('http://localhost/', settings as RequestInit), seen };
}

it('reads a body to its end', async () => {
  const { request, seen } = createRequest(5, 'ends');
  await discardBody(request, bounds);
  expect(seen.pieces).toBe(5);
});

it('stops above the byte limit', async () => {
  const { request, seen } = createRequest(1_000, 'ends');
  await discardBody(request, bounds);
  expect(seen.pieces).toBe(11);
});

it('stops when the client stalls', async () => {
  const { request, seen } = createRequest(2, 'stalls');
  await discardBody(request, bounds);
  expect(seen.pieces).toBe(2);
});

it('ignores a body that was read, is locked or does not exist', async () => {
  const { request } = createRequest(2, 'ends');
  await request.arrayBuffer();
  await discardBody(request, bounds);
  const { request: locked } = createRequest(2, 'stalls');
  locked.body?.getReader();
  await discardBody(locked, bounds);
  await discardBody(new Request('http://localhost/'), bounds);
});
