/** Reads the server-sent events of a response. Only ids and data are read, because this API uses no other fields. */

interface ServerSentEvent {
  readonly id: string | undefined;
  readonly data: string;
}

/** Yields the events that have data. */
export async function* readServerSentEvents(response: Response): AsyncGenerator<ServerSentEvent> {
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      // A proxy may have changed the line endings.
      buffer = (buffer + read.value).replaceAll('\r\n', '\n');
      for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
        const lines = buffer.slice(0, end).split('\n');
        buffer = buffer.slice(end + 2);
        const data = fieldValues(lines, 'data:');
        if (data.length > 0) yield { id: fieldValues(lines, 'id:').at(-1), data: data.join('\n') };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function fieldValues(lines: readonly string[], field: string): string[] {
  return lines.filter((line) => line.startsWith(field)).map((line) => line.slice(field.length).trimStart());
}
