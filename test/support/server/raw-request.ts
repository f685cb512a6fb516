/** Sends requests that `fetch` would reject or correct: an arbitrary request head, or a body that is longer than declared or never ends. */

import { connect } from 'node:net';
import { request as sendRequest } from 'node:http';

interface RawResponse {
  /** 0 if the connection closed without a response. */
  readonly status: number;
  readonly text: string;
  readonly problem: Record<string, unknown> | undefined;
}

/** Sends a request head without changing a byte. */
export async function sendRawRequest(
  port: number,
  request: { readonly method?: string; readonly path: string; readonly headers: readonly string[] },
): Promise<RawResponse> {
  const { method = 'GET', path, headers } = request;
  const head = [`${method} ${path} HTTP/1.1`, ...headers, 'Connection: close', '', ''].join('\r\n');
  const received = await new Promise<string>((settle, fail) => {
    const parts: Buffer[] = [];
    const socket = connect(port, '127.0.0.1', () => socket.write(head));
    socket.setTimeout(10_000, () => socket.destroy());
    socket.on('data', (bytes) => parts.push(bytes));
    socket.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? settle('') : fail(error),
    );
    socket.on('close', () => settle(Buffer.concat(parts).toString()));
  });
  const end = received.indexOf('\r\n\r\n');
  const text = readChunkedBody(received.slice(0, end), received.slice(end + 4));
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0);
  const isProblem = /content-type: application\/problem\+json/i.test(received.slice(0, end));
  return { status, text, problem: isProblem ? (JSON.parse(text) as Record<string, unknown>) : undefined };
}

function readChunkedBody(head: string, body: string): string {
  if (!/transfer-encoding: chunked/i.test(head)) return body;
  let [text, rest] = ['', body];
  for (;;) {
    const line = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.slice(0, line), 16);
    if (line < 0 || !(size > 0)) return text;
    text += rest.slice(line + 2, line + 2 + size);
    rest = rest.slice(line + 4 + size);
  }
}

interface SentBody {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Value of Content-Length; undefined for a chunked body. */
  readonly declaredBytes: number | undefined;
  /** Number of bytes that are sent. */
  readonly sentBytes: number;
  /** Whether the client stalls after `sentBytes` and never ends the body. */
  readonly isStalled?: boolean;
}

/** Sends a body that may be longer than declared, or that never ends. */
export async function sendBody(
  port: number,
  { path, headers, declaredBytes: declared, sentBytes: sent, isStalled = false }: SentBody,
): Promise<{ status: number; text: string }> {
  const framingHeaders =
    declared === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': declared };
  return new Promise((settle, fail) => {
    const request = sendRequest({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path,
      headers: { ...headers, ...framingHeaders },
    });
    request.setTimeout(30_000, () => request.destroy(new Error('No response in 30 seconds')));
    request.on('error', fail);
    request.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('error', fail);
      response.on('end', () => {
        request.destroy();
        settle({ status: response.statusCode ?? 0, text });
      });
    });
    request.flushHeaders();
    if (sent > 0) request.write(Buffer.alloc(sent, ' '));
    if (!isStalled) request.end();
  });
}
