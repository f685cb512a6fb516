/**
 * The server that everybody talks to on this machine: it checks a request, then streams it to the inner server and the
 * answer back. It buffers nothing, and a caller that disconnects ends the inner request at once.
 */

import { randomUUID } from 'node:crypto';
import { createServer, request as sendRequest } from 'node:http';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Problem } from '../../../worker/contract/problem.ts';
import { answerHeaders, checkRequest, type PassedRequest } from './check-request.ts';
import { connectInner } from './connect-inner.ts';
import { problemWith, type FrontProblem } from './front-problems.ts';

interface FrontOptions {
  readonly port: number;
  readonly secret: string;
  /** Where the inner server listens on 127.0.0.1, once it does. */
  readonly innerPort: number;
  readonly log: (line: string) => void;
}

const maxHeaderBytes = 65_536;
/** How long the rest of a body may take that the answer did not wait for. */
const drainMs = 2_000;

/** @returns once it listens. @throws Error when the port is taken. */
export async function startFront(options: FrontOptions): Promise<{ close(): void }> {
  // Uploads take as long as they take; a missing or repeated Host is refused by `checkRequest`.
  const settings = { requestTimeout: 0, requireHostHeader: false, maxHeaderSize: maxHeaderBytes };
  const server = createServer(settings, (request, response) => answer(options, request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuseUnreadable(options, error, socket),
  );
  await new Promise<void>((settle, fail) => {
    server.once('error', fail);
    server.listen(options.port, '127.0.0.1', settle);
  });
  return {
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function answer(options: FrontOptions, request: IncomingMessage, response: ServerResponse): void {
  const { method = 'GET', url: target = '/', rawHeaders } = request;
  const refuse = (kind: FrontProblem, detail: string): void => {
    const problem = problemWith(kind, detail, randomUUID());
    options.log(JSON.stringify({ event: 'request refused', method, target, ...logged(problem) }));
    sendProblem(request, response, problem);
  };
  const checked = checkRequest({ method, target, rawHeaders }, options.secret);
  if (!checked.isPassed)
    return refuse(checked.status === 400 ? 'malformed_request' : 'route_not_found', checked.detail);
  passOn(options.innerPort, checked, { request, response, refuse });
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  refuse(kind: FrontProblem, detail: string): void;
}

function passOn(port: number, { target, headers }: PassedRequest, exchange: Exchange): void {
  const { request, response, refuse } = exchange;
  const { method } = request;
  // One connection a request: on loopback it costs little, and none is found closed when it is used again.
  const sent = sendRequest({
    createConnection: () => connectInner(port),
    method,
    path: target,
    headers: [...headers],
  });
  let hasAnswer = false;
  sent.on('response', (answered) => {
    hasAnswer = true;
    void passBack(answered, sent, exchange);
  });
  sent.on('error', (error: NodeJS.ErrnoException) => {
    // An inner server that answered early may stop reading: its answer still counts.
    if (hasAnswer) request.unpipe(sent).resume();
    else if (!response.destroyed)
      refuse('server_unavailable', `The inner server failed: ${error.code ?? error.message}.`);
  });
  response.on('close', () => sent.destroy());
  request.on('error', () => sent.destroy());
  // Before the first byte of the body: the inner server may refuse a caller that sends none.
  sent.flushHeaders();
  request.pipe(sent);
}

async function passBack(answered: IncomingMessage, sent: ClientRequest, exchange: Exchange): Promise<void> {
  const { request, response } = exchange;
  response.writeHead(answered.statusCode ?? 502, answerHeaders(answered.rawHeaders));
  response.flushHeaders();
  try {
    await pipeline(answered, response, { end: false });
    request.unpipe(sent);
    await drain(request);
    response.end();
  } catch {
    // One side disconnected: the other must not mistake what it has for the whole.
    response.destroy();
  }
}

/** Reads what a caller still sends, so that it reads the answer before the connection closes. */
async function drain(request: IncomingMessage): Promise<void> {
  if (request.complete) return;
  request.resume();
  const over = new AbortController();
  const ended = new Promise<void>((settle) => request.once('close', settle).once('end', settle));
  await Promise.race([ended, sleep(drainMs, undefined, { signal: over.signal }).catch(() => undefined)]);
  over.abort();
}

function sendProblem(request: IncomingMessage, response: ServerResponse, problem: Problem): void {
  const body = JSON.stringify(problem);
  response.writeHead(problem.status, {
    'content-type': 'application/problem+json',
    'content-length': Buffer.byteLength(body),
    'x-request-id': problem.requestId,
  });
  response.write(body);
  void drain(request).then(() => response.end());
}

/** What Node's parser does not take for HTTP. */
function refuseUnreadable({ log }: FrontOptions, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const isLong = error.code === 'HPE_HEADER_OVERFLOW';
  const detail = isLong
    ? `The headers are longer than ${maxHeaderBytes} bytes.`
    : `The request is not valid HTTP: ${error.message}.`;
  const problem = problemWith('malformed_request', detail, randomUUID());
  log(JSON.stringify({ event: 'request refused', ...logged(problem) }));
  const body = JSON.stringify(problem);
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'content-type: application/problem+json',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

function logged({ status, code, detail, requestId }: Problem): object {
  return { status, code, detail, requestId };
}
