/** JSON Lines: the encoding of event streams between Durable Objects and the Worker. */

/** Yields each value as soon as its line is complete. Leaving the loop early cancels the stream. */
export async function* readJsonLines<Value>(body: ReadableStream<Uint8Array>): AsyncGenerator<Value> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      rest += decoder.decode(read.value, { stream: true });
      for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
        yield JSON.parse(rest.slice(0, end)) as Value;
        rest = rest.slice(end + 1);
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

const encoder = new TextEncoder();

/** Encodes all values as one chunk, so that they arrive together. */
export function encodeJsonLines(values: readonly unknown[]): Uint8Array {
  return encoder.encode(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
}
