/**
 * A proxy between a browser and a server. It forwards all requests. On request it interrupts responses that stream answers, or answers
 * requests itself.
 */

import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';

export interface AppProxy {
  readonly url: string;
  /** `METHOD /path` of every request, in order. */
  readonly requests: string[];
  /** Interrupts the next responses that stream answers, each after the given number of bytes. Infinity does not interrupt a response. */
  interruptAnswers(afterBytes: readonly number[]): void;
  /** Sets a handler that receives requests before the server. A request is not forwarded if the handler returns true. */
  answerWith(handler: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined): void;
  close(): Promise<void>;
}

const answerStreamPattern = /\/(?:answers|events)(?:\?|$)/;

export async function startAppProxy(target: string): Promise<AppProxy> {
  const requests: string[] = [];
  let interruptionBytes: number[] = [];
  let customHandler: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;

  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(`${request.method ?? ''} ${path}`);
    if (customHandler?.(request, response) === true) return;
    const maxBytes = answerStreamPattern.test(path) ? interruptionBytes.shift() : undefined;
    forward(target, request, response, maxBytes ?? Infinity);
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    interruptAnswers: (afterBytes) => (interruptionBytes = [...afterBytes]),
    answerWith: (handler) => (customHandler = handler),
    close: () => {
      server.closeAllConnections();
      return new Promise((settle) => server.close(() => settle()));
    },
  };
}

/** Forwards a request with unchanged headers. The Host header is thus this proxy, like the origin of the page. */
function forward(target: string, request: IncomingMessage, response: ServerResponse, maxBytes: number): void {
  const { method, headers } = request;
  const forwardedRequest = sendRequest(new URL(request.url ?? '/', target), { method, headers }, (reply) => {
    response.writeHead(reply.statusCode ?? 502, reply.headers);
    let remainingBytes = maxBytes;
    reply.on('data', (bytes: Buffer) => {
      if (remainingBytes < 0) return;
      const allowedBytes = bytes.subarray(0, Math.min(remainingBytes, bytes.length));
      remainingBytes -= bytes.length;
      response.write(allowedBytes, () => remainingBytes < 0 && response.destroy());
    });
    // An interrupted response is destroyed and does not end.
    reply.on('end', () => remainingBytes >= 0 && response.end());
    reply.on('error', () => response.destroy());
  });
  forwardedRequest.on('error', () => response.destroy());
  response.on('close', () => forwardedRequest.destroy());
  request.pipe(forwardedRequest);
}
