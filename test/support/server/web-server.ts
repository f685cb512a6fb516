/** A web server on loopback whose answers a test makes up, and that remembers what it was asked. */

import { createServer } from 'node:http';

export interface WebAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Undefined with no status: the headers are sent, and nothing ever after. */
  readonly body?: string | Uint8Array | undefined;
}

export interface WebServer extends AsyncDisposable {
  /** `127.0.0.1:port` */
  readonly host: string;
  /** With a slash at its end. */
  readonly url: string;
  /** Paths in the order they were asked. */
  readonly asked: string[];
}

export async function serveWeb(
  answer: (path: string, headers: Record<string, unknown>) => WebAnswer,
): Promise<WebServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    asked.push(path);
    const { status, headers, body } = answer(path, request.headers);
    response.writeHead(status ?? 200, headers);
    if (status === undefined && body === undefined) response.flushHeaders();
    else response.end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const host = `127.0.0.1:${port}`;
  return {
    host,
    url: `http://${host}/`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
