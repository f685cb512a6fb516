/**
 * Reads the rest of a request body. If a response arrives before the body has been sent, the local runtime's proxy reports a lost
 * connection instead. Therefore, behind the front, each response waits for the body within limits.
 */

interface DiscardBounds {
  readonly bytes: number;
  /** Maximum time without progress. */
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
  // One timer for the whole body, because a timer per read would cost more than the read.
  let timer: ReturnType<typeof setInterval> | null = null;
  const stalled = new Promise<void>((settle) => {
    timer = setInterval(() => {
      const now = Date.now();
      if (now < until && now - progress.at < bounds.idleMs) return;
      progress.isOver = true;
      settle();
    }, checkEveryMs);
  });
  await Promise.race([readRemaining(reader, progress, bounds.bytes), stalled]);
  clearInterval(timer);
  // Not awaited: a stalled client would delay the response again.
  reader.cancel().catch(() => undefined);
}

async function readRemaining(reader: Reader, progress: Progress, maxBytes: number): Promise<void> {
  try {
    while (!progress.isOver && progress.bytes <= maxBytes) {
      const { done, value } = await reader.read();
      if (done) return;
      progress.bytes += value.byteLength;
      progress.at = Date.now();
    }
  } catch {
    // The client disconnected, or the handler canceled the body.
  }
}
