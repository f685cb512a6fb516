/**
 * A server that implements just enough of the API for the CLI. The test sets a handler for each route, and the server records requests.
 * It produces states that are hard to catch on a real server: interrupted streams, errors, slow stages.
 */

import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { Repository } from '../../../worker/contract/repositories/schema.ts';

interface WireServer {
  readonly url: string;
  /** `METHOD /path?query` of every request, in order. */
  readonly requests: string[];
  /** Bodies of the requests, in the same order. */
  readonly bodies: Buffer[];
}

/** Answers one request. `visit` is the number of requests for the route so far, including this one. */
export type RouteHandler = (response: ServerResponse, visit: number) => void | Promise<void>;

/** @param routes handlers by `METHOD /path`, without the query; any other route returns a 404 problem */
export async function startWireServer(routes: Readonly<Record<string, RouteHandler>>): Promise<WireServer> {
  const requests: string[] = [];
  const bodies: Buffer[] = [];
  const visits = new Map<string, number>();
  const server = createServer((request, response) => {
    void (async () => {
      const key = `${request.method ?? ''} ${request.url?.split('?')[0] ?? ''}`;
      const visit = (visits.get(key) ?? 0) + 1;
      visits.set(key, visit);
      const body = await readBody(request);
      requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
      bodies.push(body);
      await (routes[key] ?? ((unknown) => sendProblem(unknown, 404, 'route_not_found')))(response, visit);
    })();
  });
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, requests, bodies };
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

export function sendProblem(
  response: ServerResponse,
  status: number,
  code: string,
  details?: Readonly<Record<string, unknown>>,
): void {
  const problem = {
    type: 'about:blank',
    title: 'Refused',
    status,
    detail: `for ${code}`,
    code,
    fix: 'Try something else.',
    ...(details === undefined ? {} : { details }),
    requestId: 'r1',
  };
  response.writeHead(status, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
}

/** Sends events as a stream. With `isInterrupted`, the connection is destroyed instead of ending the stream. */
export function sendEvents(
  response: ServerResponse,
  events: readonly unknown[],
  isInterrupted = false,
): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events)
    response.write(`data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`);
  if (isInterrupted) setImmediate(() => response.destroy());
  else response.end();
}

export function createRepository(overrides: Partial<Repository> = {}): Repository {
  return {
    id: 'r1',
    snapshotId: 's1',
    name: 'acme/tool',
    ref: 'main',
    commit: '0123456789abcdef0123456789abcdef01234567',
    status: 'ready',
    stage: 'publish',
    progress: {},
    counts: { files: 2, lines: 30, chunks: 4, symbols: 3, edges: 0, commits: 0, skipped: 1 },
    timings: { fetch: 10, parse: 20 },
    rowsWritten: 99,
    percent: 100,
    linesPerSecond: null,
    secondsLeft: null,
    visibility: 'private',
    isOwn: true,
    popular: false,
    refreshAllowedAt: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    readyAt: '2026-01-01T00:00:01.000Z',
    servedSnapshotId: 's1',
    source: { kind: 'upload', url: null },
    lostAt: null,
    waitingUntil: null,
    waitingFor: null,
    ...overrides,
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) if (Buffer.isBuffer(piece)) pieces.push(piece);
  return Buffer.concat(pieces);
}
