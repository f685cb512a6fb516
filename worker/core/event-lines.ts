/** Events on their way from one part of the program to another: one JSON value a line. */

/** A stream's values, each as soon as its line is whole. Leaving early cancels the stream. */
export async function* readLines<Value>(body: ReadableStream<Uint8Array>): AsyncGenerator<Value> {
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

/** In one piece, so that what is known at once arrives at once. */
export function toLines(values: readonly unknown[]): Uint8Array {
  return encoder.encode(values.map((value) => `${JSON.stringify(value)}\n`).join(''));
}
