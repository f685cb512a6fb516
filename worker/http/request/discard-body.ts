/**
 * Reads the rest of a request body. If a response arrives before the body has been sent, the local runtime's proxy reports a lost
 * connection instead. Behind the front proxy of a local server, each response therefore waits for the body, within limits.
 */

interface DiscardLimits {
  readonly bytes: number;
  /** Maximum time without progress. */
  readonly idleMs: number;
  readonly totalMs: number;
}

interface Progress {
  bytes: number;
  lastReadAt: number;
  isOver: boolean;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;

const defaultLimits: DiscardLimits = { bytes: 512 * 2 ** 20, idleMs: 2_000, totalMs: 60_000 };
const checkEveryMs = 250;

export async function discardBody(request: Request, limits: DiscardLimits = defaultLimits): Promise<void> {
  const { body } = request;
  if (body === null || body.locked) return;
  if (Number(request.headers.get('content-length') ?? 0) > limits.bytes) return;
  const reader = body.getReader();
  const progress: Progress = { bytes: 0, lastReadAt: Date.now(), isOver: false };
  const deadline = progress.lastReadAt + limits.totalMs;
  // One timer for the whole body, because a timer per read would cost more than the read.
  let timer: ReturnType<typeof setInterval> | null = null;
  const stalled = new Promise<void>((settle) => {
    timer = setInterval(() => {
      const now = Date.now();
      if (now < deadline && now - progress.lastReadAt < limits.idleMs) return;
      progress.isOver = true;
      settle();
    }, checkEveryMs);
  });
  await Promise.race([readRemaining(reader, progress, limits.bytes), stalled]);
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
      progress.lastReadAt = Date.now();
    }
  } catch {
    // The client disconnected, or the handler canceled the body.
  }
}
