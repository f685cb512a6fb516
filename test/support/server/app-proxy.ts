/**
 * A proxy between a browser and a server. It forwards everything, breaks responses that stream answers when requested, and answers
 * requests itself where a test says so.
 */

import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';

export interface AppProxy {
  readonly url: string;
  /** `METHOD /path` of every request, in order. */
  readonly requests: string[];
  /** Breaks the next responses that stream answers, each after so many bytes; Infinity leaves one whole. */
  breakAnswers(afterBytes: readonly number[]): void;
  /** Handles requests before the server: a request for which `own` returns true is not forwarded. */
  answerWith(own: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined): void;
  close(): Promise<void>;
}

const streamsAnswer = /\/(?:answers|events)(?:\?|$)/;

export async function startAppProxy(target: string): Promise<AppProxy> {
  const requests: string[] = [];
  let breaks: number[] = [];
  let own: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;

  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(`${request.method ?? ''} ${path}`);
    if (own?.(request, response) === true) return;
    const maxBytes = streamsAnswer.test(path) ? breaks.shift() : undefined;
    forward(target, request, response, maxBytes ?? Infinity);
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    breakAnswers: (afterBytes) => (breaks = [...afterBytes]),
    answerWith: (handler) => (own = handler),
    close: () => {
      server.closeAllConnections();
      return new Promise((settle) => server.close(() => settle()));
    },
  };
}

/** Forwards the headers unchanged: the Host is that of this proxy, and so is the page's origin. */
function forward(target: string, request: IncomingMessage, response: ServerResponse, maxBytes: number): void {
  const { method, headers } = request;
  const sent = sendRequest(new URL(request.url ?? '/', target), { method, headers }, (answered) => {
    response.writeHead(answered.statusCode ?? 502, answered.headers);
    let room = maxBytes;
    answered.on('data', (bytes: Buffer) => {
      if (room < 0) return;
      const passed = bytes.subarray(0, Math.min(room, bytes.length));
      room -= bytes.length;
      response.write(passed, () => room < 0 && response.destroy());
    });
    // A response that was broken does not end.
    answered.on('end', () => room >= 0 && response.end());
    answered.on('error', () => response.destroy());
  });
  sent.on('error', () => response.destroy());
  response.on('close', () => sent.destroy());
  request.pipe(sent);
}
