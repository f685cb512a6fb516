/**
 * Reads what a handler left of a request body. The local runtime's proxy reports a lost connection in place of a response
 * that comes before the body has been sent; so behind the front each response waits for the body, within bounds.
 */

interface DiscardBounds {
  readonly bytes: number;
  /** Without progress. */
  readonly idleMs: number;
  readonly totalMs: number;
}

interface Progress {
  bytes: number;
  at: number;
  isOver: boolean;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

const defaultBounds: DiscardBounds = { bytes: 512 * 2 ** 20, idleMs: 2_000, totalMs: 60_000 };
const checkEveryMs = 250;

export async function discardBody(request: Request, bounds: DiscardBounds = defaultBounds): Promise<void> {
  const { body } = request;
  if (body === null || body.locked) return;
  if (Number(request.headers.get('content-length') ?? 0) > bounds.bytes) return;
  const reader = body.getReader();
  const progress: Progress = { bytes: 0, at: Date.now(), isOver: false };
  const until = progress.at + bounds.totalMs;
  // One timer for the whole body: a timer for each read would take longer than the read.
  let timer: ReturnType<typeof setInterval> | null = null;
  const stalled = new Promise<void>((settle) => {
    timer = setInterval(() => {
      const now = Date.now();
      if (now < until && now - progress.at < bounds.idleMs) return;
      progress.isOver = true;
      settle();
    }, checkEveryMs);
  });
  await Promise.race([readRest(reader, progress, bounds.bytes), stalled]);
  clearInterval(timer);
  // Not awaited: a stalled client would delay the response again.
  reader.cancel().catch(() => undefined);
}

async function readRest(reader: Reader, progress: Progress, mostBytes: number): Promise<void> {
  try {
    while (!progress.isOver && progress.bytes <= mostBytes) {
      const { done, value } = await reader.read();
      if (done) return;
      progress.bytes += value.byteLength;
      progress.at = Date.now();
    }
  } catch {
    // The client left, or the handler has cancelled the body.
  }
}
