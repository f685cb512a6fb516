/**
 * A server that accepts a history import as the contract defines it, and rejects any other body. Like the real server, it stores each commit
 * and each file's line origins once, and requests only the missing ones.
 */

import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from '@hono/zod-openapi';
import {
  exportedCommitsSchema,
  exportedOriginsSchema,
  historyEndSchema,
  missingHistoryRequestSchema,
  maxImportBytes,
} from '../../../worker/contract/history/import-schema.ts';
import type { ExportedCommit, ExportedOrigins } from '../../../worker/contract/history/import-schema.ts';

type ExportedFile = ExportedOrigins['files'][number];

export interface HistoryServer {
  readonly url: string;
  readonly commits: ReadonlyMap<string, ExportedCommit>;
  /** Line origins of files by path, with the ids of the commits that they refer to. */
  readonly origins: ReadonlyMap<string, ExportedFile & { readonly ids: readonly (string | null)[] }>;
  readonly ends: readonly z.infer<typeof historyEndSchema>[];
  /** The routes called, in order: `wanted`, `commits`, `origins`, `end`, `state`. */
  readonly calls: readonly string[];
  /** Size of the largest body. */
  readonly maxBytes: number;
  close(): Promise<void>;
}

export interface HistoryServerOptions {
  readonly port?: number;
  /** Returns whether to request the line origins of a file; always by default. */
  readonly requestsOrigins?: (path: string) => boolean;
  /** Receives the number of each call, from 1, and its route. If it returns true, the connection is closed without an answer. */
  readonly closesConnection?: (call: number, route: string) => boolean;
}

export async function startHistoryServer(options: HistoryServerOptions = {}): Promise<HistoryServer> {
  const commits = new Map<string, ExportedCommit>();
  const origins = new Map<string, ExportedFile & { ids: readonly (string | null)[] }>();
  const ends: z.infer<typeof historyEndSchema>[] = [];
  const calls: string[] = [];
  let maxBytes = 0;

  const answers: Record<string, (body: unknown) => unknown> = {
    wanted: (body) => {
      const request = missingHistoryRequestSchema.parse(body);
      const files = (request.files ?? []).filter(
        ({ path, hash }) => origins.get(path)?.hash !== hash && (options.requestsOrigins?.(path) ?? true),
      );
      return {
        commits: (request.commits ?? []).filter((id) => !commits.has(id)),
        files: files.map(({ path }) => path),
      };
    },
    commits: (body) => {
      for (const commit of exportedCommitsSchema.parse(body).commits) commits.set(commit.id, commit);
      return {};
    },
    origins: (body) => {
      const upload = exportedOriginsSchema.parse(body);
      for (const file of upload.files) origins.set(file.path, { ...file, ids: upload.commits });
      return {};
    },
    end: (body) => {
      ends.push(historyEndSchema.parse(body));
      return {};
    },
    state: () => ({
      snapshotId: 's1',
      commits: commits.size,
      origins: origins.size,
      files: origins.size,
      complete: ends.length > 0,
      since: null,
      notes: ends.at(-1)?.notes ?? [],
    }),
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const bytes = await readBody(request);
    maxBytes = Math.max(maxBytes, bytes.length);
    const route = /^\/v1\/repositories\/r1\/history\/(\w+)\?version=s1$/.exec(request.url ?? '')?.[1] ?? '';
    calls.push(route);
    if (options.closesConnection?.(calls.length, route) === true) {
      response.destroy();
      return;
    }
    const reply = validateAndAnswer(bytes, answers[route]);
    response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((settle) => server.listen(options.port ?? 0, '127.0.0.1', settle));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    commits,
    origins,
    ends,
    calls,
    get maxBytes() {
      return maxBytes;
    },
    close: () =>
      new Promise((settle) => {
        server.close(() => settle());
        server.closeAllConnections();
      }),
  };
}

function validateAndAnswer(
  bytes: Buffer,
  answer: ((body: unknown) => unknown) | undefined,
): { status: number; body: unknown } {
  if (answer === undefined) return { status: 404, body: { detail: 'no such route' } };
  if (bytes.length > maxImportBytes) return { status: 413, body: { detail: 'too large' } };
  try {
    const body: unknown = bytes.length === 0 ? undefined : JSON.parse(bytes.toString());
    return { status: 200, body: answer(body) };
  } catch (thrown) {
    return { status: 400, body: { detail: String(thrown) } };
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) if (Buffer.isBuffer(piece)) pieces.push(piece);
  return Buffer.concat(pieces);
}
