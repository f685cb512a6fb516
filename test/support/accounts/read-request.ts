/** Reads requests and writes responses for the loopback servers of accounts. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface ReceivedCall {
  readonly method: string;
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface LoopbackServer {
  readonly url: string;
  /** `127.0.0.1:<port>`. */
  readonly host: string;
  close(): Promise<void>;
}

/** @param answer a call that it neither answers nor destroys stays open */
export async function startLoopbackServer(
  answer: (call: ReceivedCall, response: ServerResponse) => void,
): Promise<LoopbackServer> {
  const server = createServer((request, response) => {
    void receive(request).then((call) => answer(call, response));
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((settle) => server.close(() => settle()));
    },
  };
}

async function receive(request: IncomingMessage): Promise<ReceivedCall> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const { method = 'GET', headers, url = '/' } = request;
  const body = Buffer.concat(pieces).toString('utf8');
  return { method, url: new URL(url, 'http://loopback'), headers, body };
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
