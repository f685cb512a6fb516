/** A web server on loopback that returns the test's answers and records the requested paths. */

import { createServer } from 'node:http';

export interface WebAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** If both this and the status are undefined, the server sends the headers and then nothing more. */
  readonly body?: string | Uint8Array | undefined;
}

export interface WebServer extends AsyncDisposable {
  /** Host and port, `127.0.0.1:<port>`. */
  readonly host: string;
  /** Base URL with a trailing slash. */
  readonly url: string;
  /** Requested paths, in order. */
  readonly requestedPaths: string[];
}

export async function startWebServer(
  answer: (path: string, headers: Record<string, unknown>) => WebAnswer,
): Promise<WebServer> {
  const requestedPaths: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requestedPaths.push(path);
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
    requestedPaths,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
