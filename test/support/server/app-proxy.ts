/**
 * Stands between a browser and a server: passes everything on, breaks the responses that carry answers where it is told to,
 * and answers itself what a test wants to answer.
 */

import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';

export interface AppProxy {
  readonly url: string;
  /** `METHOD /path` of every request, in order. */
  readonly requests: string[];
  /** Bytes after which the next answers' responses break, one after the other; Infinity lets one pass. */
  breakAnswers(afterBytes: readonly number[]): void;
  /** Answers requests itself: what it returns true for is not passed on. */
  answerWith(own: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined): void;
  close(): Promise<void>;
}

const carriesAnswer = /\/(?:answers|events)(?:\?|$)/;

export async function startAppProxy(target: string): Promise<AppProxy> {
  const requests: string[] = [];
  let breaks: number[] = [];
  let own: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;

  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    requests.push(`${request.method ?? ''} ${path}`);
    if (own?.(request, response) === true) return;
    const most = carriesAnswer.test(path) ? breaks.shift() : undefined;
    passOn(target, request, response, most ?? Infinity);
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

/** Headers go as they came: the Host is that of this proxy, as the page's origin is. */
function passOn(target: string, request: IncomingMessage, response: ServerResponse, most: number): void {
  const { method, headers } = request;
  const sent = sendRequest(new URL(request.url ?? '/', target), { method, headers }, (answered) => {
    response.writeHead(answered.statusCode ?? 502, answered.headers);
    let room = most;
    answered.on('data', (bytes: Buffer) => {
      if (room < 0) return;
      const passed = bytes.subarray(0, Math.min(room, bytes.length));
      room -= bytes.length;
      response.write(passed, () => room < 0 && response.destroy());
    });
    // What is broken off does not end.
    answered.on('end', () => room >= 0 && response.end());
    answered.on('error', () => response.destroy());
  });
  sent.on('error', () => response.destroy());
  response.on('close', () => sent.destroy());
  request.pipe(sent);
}
