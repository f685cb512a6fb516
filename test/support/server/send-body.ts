/** Sends a request whose body may be longer than the server reads, or may stop before its end. */

import { request as sendRequest } from 'node:http';

interface SentBody {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The Content-Length; undefined for a chunked body. */
  readonly declared: number | undefined;
  /** Bytes actually sent. */
  readonly sent: number;
  /** Never ends the body. */
  readonly isStalled?: boolean;
}

export async function sendBody(
  port: number,
  { path, headers, declared, sent, isStalled = false }: SentBody,
): Promise<{ status: number; text: string }> {
  const framed = declared === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': declared };
  return new Promise((settle, fail) => {
    const request = sendRequest({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path,
      headers: { ...headers, ...framed },
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
