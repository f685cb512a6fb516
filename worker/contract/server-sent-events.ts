/** Server-sent events of a response, as far as this API uses them: ids and data. */

interface ServerSentEvent {
  readonly id: string | undefined;
  readonly data: string;
}

/** The events of a response that carry data. */
export async function* readServerSentEvents(response: Response): AsyncGenerator<ServerSentEvent> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      // Something between may have ended the lines as in HTTP itself.
      buffer = (buffer + read.value).replaceAll('\r\n', '\n');
      for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
        const lines = buffer.slice(0, end).split('\n');
        buffer = buffer.slice(end + 2);
        const data = valuesOf(lines, 'data:');
        if (data.length > 0) yield { id: valuesOf(lines, 'id:').at(-1), data: data.join('\n') };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function valuesOf(lines: readonly string[], field: string): string[] {
  return lines.filter((line) => line.startsWith(field)).map((line) => line.slice(field.length).trimStart());
}
