/**
 * Starts the front proxy, the server that clients on this machine connect to. It checks each request, streams it to the inner server and
 * streams the response back. It buffers nothing, and a client that disconnects aborts the inner request at once.
 */

import { randomUUID } from 'node:crypto';
import {
  createServer,
  request as sendRequest,
  type ClientRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Socket } from 'node:net';
import type { Problem } from '../../../../worker/contract/problem.ts';
import { listenOnPort } from '../ports.ts';
import { responseHeaders, checkRequest, type ForwardedRequest } from './check-request.ts';

interface FrontProxyOptions {
  /** 0 selects a free port. */
  readonly port: number;
  readonly secret: string;
  readonly log: (line: string) => void;
}

interface FrontProxy {
  readonly port: number;
  /**
   * Sets the inner server's port on 127.0.0.1. Until then, all requests get 503. The inner server gets its port only after the front proxy
   * listens, so the two can never have the same port.
   */
  forwardTo(innerPort: number): void;
  close(): void;
}

const maxHeaderBytes = 65_536;
/** How long the front proxy reads the rest of a request body after the response has ended. */
const drainMs = 2_000;

/** Resolves once the front proxy listens. @throws Error when the port is taken */
export async function startFrontProxy(options: FrontProxyOptions): Promise<FrontProxy> {
  let innerPort: number | undefined;
  // Uploads have no time limit; `checkRequest` refuses a missing or repeated Host header.
  const settings = { requestTimeout: 0, requireHostHeader: false, maxHeaderSize: maxHeaderBytes };
  const server = createServer(settings, (request, response) =>
    handleRequest({ ...options, innerPort }, request, response),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    refuseUnreadable(options, error, socket),
  );
  return {
    port: await listenOnPort(server, options.port),
    forwardTo(port) {
      innerPort = port;
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function handleRequest(
  options: FrontProxyOptions & { readonly innerPort: number | undefined },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { method = 'GET', url: target = '/', rawHeaders } = request;
  const refuse = (kind: FrontProblem, detail: string): void => {
    const problem = createProblem(kind, detail, randomUUID());
    options.log(JSON.stringify({ event: 'request refused', method, target, ...logFields(problem) }));
    sendProblem(request, response, problem);
  };
  const address = request.socket.remoteAddress ?? '';
  const checked = checkRequest({ method, target, rawHeaders, address }, options.secret);
  if (!checked.isForwarded)
    return refuse(checked.status === 400 ? 'malformed_request' : 'route_not_found', checked.detail);
  if (options.innerPort === undefined)
    return refuse('server_unavailable', 'The server is starting. Its inner server does not run yet.');
  forwardRequest(options.innerPort, checked, { request, response, refuse });
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  refuse(kind: FrontProblem, detail: string): void;
}

function forwardRequest(port: number, { target, headers }: ForwardedRequest, exchange: Exchange): void {
  const { request, response, refuse } = exchange;
  const { method } = request;
  // One connection per request is cheap on loopback, and no request fails on a reused connection that was closed.
  const innerRequest = sendRequest({
    createConnection: () => connectInner(port),
    method,
    path: target,
    headers: [...headers],
  });
  let hasResponse = false;
  innerRequest.on('response', (innerResponse) => {
    hasResponse = true;
    void forwardResponse(innerResponse, innerRequest, exchange);
  });
  innerRequest.on('error', (error: NodeJS.ErrnoException) => {
    // An inner server that responded early may stop reading; its response is still valid.
    if (hasResponse) request.unpipe(innerRequest).resume();
    else if (!response.destroyed)
      refuse('server_unavailable', `The inner server failed: ${error.code ?? error.message}.`);
  });
  response.on('close', () => innerRequest.destroy());
  request.on('error', () => innerRequest.destroy());
  // Sends headers before the body, since the inner server may respond without waiting for it.
  innerRequest.flushHeaders();
  request.pipe(innerRequest);
}

async function forwardResponse(
  innerResponse: IncomingMessage,
  innerRequest: ClientRequest,
  exchange: Exchange,
): Promise<void> {
  const { request, response } = exchange;
  response.writeHead(innerResponse.statusCode ?? 502, responseHeaders(innerResponse.rawHeaders));
  response.flushHeaders();
  try {
    await pipeline(innerResponse, response, { end: false });
    request.unpipe(innerRequest);
    await drain(request);
    response.end();
  } catch {
    // One side disconnected. Destroying the response keeps the client from taking it as complete.
    response.destroy();
  }
}

/** Reads the rest of the request, so that the client reads the response before the connection closes. */
async function drain(request: IncomingMessage): Promise<void> {
  if (request.complete) return;
  request.resume();
  const timeout = new AbortController();
  const requestEnded = new Promise<void>((settle) => request.once('close', settle).once('end', settle));
  await Promise.race([
    requestEnded,
    sleep(drainMs, undefined, { signal: timeout.signal }).catch(() => undefined),
  ]);
  timeout.abort();
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

/** Responds to a request that Node's parser rejects. */
function refuseUnreadable({ log }: FrontProxyOptions, error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const isTooLong = error.code === 'HPE_HEADER_OVERFLOW';
  const detail = isTooLong
    ? `The headers are longer than ${maxHeaderBytes} bytes.`
    : `The request is not valid HTTP: ${error.message}.`;
  const problem = createProblem('malformed_request', detail, randomUUID());
  log(JSON.stringify({ event: 'request refused', ...logFields(problem) }));
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

function logFields({ status, code, detail, requestId }: Problem): object {
  return { status, code, detail, requestId };
}

const closedByPeer = new Set(['EPIPE', 'ECONNRESET']);

/**
 * Connects to the inner server and ignores failed writes. A server that has responded may close the connection before it
 * reads the whole body; Node would then destroy the socket and lose the response.
 */
function connectInner(port: number): Socket {
  const socket = connect({ host: '127.0.0.1', port });
  const write = socket._write.bind(socket);
  // A failed write is ignored and reading continues, which shows whether there was a response.
  socket._write = (chunk, encoding, done) =>
    write(chunk, encoding, (error) => done(unlessClosedByPeer(error)));
  const writeAll = socket._writev?.bind(socket);
  if (writeAll !== undefined)
    socket._writev = (chunks, done) => writeAll(chunks, (error) => done(unlessClosedByPeer(error)));
  return socket;
}

function unlessClosedByPeer(error: NodeJS.ErrnoException | null | undefined): Error | null {
  return error?.code !== undefined && closedByPeer.has(error.code) ? null : (error ?? null);
}

export const frontProblems = {
  malformed_request: {
    status: 400,
    title: 'The request is not well-formed HTTP',
    fix: 'Send one Host header (a name or address, with an optional port) and a path that begins with /.',
  },
  route_not_found: {
    status: 404,
    title: 'Route not found',
    fix: '/v1/openapi.json lists every route.',
  },
  server_unavailable: {
    status: 503,
    title: 'The server is not ready',
    fix: 'Retry in a moment. If the error persists, check the server’s log.',
  },
} as const satisfies Record<string, Pick<Problem, 'status' | 'title' | 'fix'>>;

type FrontProblem = keyof typeof frontProblems;

function createProblem(code: FrontProblem, detail: string, requestId: string): Problem {
  return { type: `https://wherefore.dev/problems/${code}`, code, ...frontProblems[code], detail, requestId };
}
