/**
 * The one typed client, for the app, the command line and anyone else. It needs `fetch` and nothing more: only types
 * are imported, so that a browser carries no schema.
 */
import type { Answer, AnswerRequest, AnswerStreamPart } from './answer.ts';
import type { Conversation, Starters, Stopped } from './conversation.ts';
import type { FileText, FileTree, PathMatches, SymbolList } from './file.ts';
import type {
  Definitions,
  GraphAnswer,
  GraphExport,
  GraphParameters,
  GraphQuery,
  RepositoryMap,
} from './graph.ts';
import type { Health } from './health.ts';
import type { Problem } from './problem.ts';
import { readServerSentEvents } from './server-sent-events.ts';
import type { Accepted, AddQuery, Coverage, Repository } from './repository.ts';
import type { GrepRequest, GrepResponse, SearchRequest, SearchResponse } from './search.ts';

export interface ClientOptions {
  /** Where the server is, without a trailing slash; empty for the page's own origin. */
  readonly baseUrl: string;
  readonly fetch?: typeof fetch;
  readonly key?: string | undefined;
}

/** A refusal by the server, with its problem details; `status` is 0 when the server could not be reached. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.title}: ${problem.detail}`);
    this.name = 'ProblemError';
    this.problem = problem;
  }
}

export type Client = ReturnType<typeof createClient>;

export function createClient(options: ClientOptions) {
  const request = requester(options);
  const json = async <T>(path: string, init?: RequestInit): Promise<T> =>
    (await request(path, init)).json() as Promise<T>;
  const post = <T>(path: string, body: unknown, init?: RequestInit): Promise<T> =>
    json<T>(path, { ...init, ...jsonBody(body, init?.headers) });

  return {
    health: () => json<Health>('/v1/health'),
    listRepositories: async () =>
      (await json<{ repositories: Repository[] }>('/v1/repositories')).repositories,
    getRepository: (id: string) => json<Repository>(repository(id)),
    /** Uploads an archive; `body` may be a stream. */
    addRepository: (
      query: AddQuery,
      archive: { contentType: string; body: BodyInit },
      signal?: AbortSignal,
    ) =>
      json<Accepted>(`/v1/repositories${queryString(query)}`, {
        method: 'POST',
        headers: { 'content-type': archive.contentType },
        body: archive.body,
        ...(archive.body instanceof ReadableStream ? { duplex: 'half' } : {}),
        ...(signal === undefined ? {} : { signal }),
      }),
    removeRepository: async (id: string): Promise<void> =>
      void (await request(repository(id), { method: 'DELETE' })),
    /** The repository each time it changes, until it is ready or failed. */
    watchRepository: async function* (id: string, signal?: AbortSignal): AsyncGenerator<Repository> {
      const response = await request(`${repository(id)}/events`, signal === undefined ? {} : { signal });
      for await (const { data } of readServerSentEvents(response)) yield JSON.parse(data) as Repository;
    },
    coverage: (id: string, version?: string) =>
      json<Coverage>(`${repository(id)}/coverage${queryString({ version })}`),
    listFiles: (id: string, path: string, version?: string) =>
      json<FileTree>(`${repository(id)}/files${queryString({ path, version })}`),
    findFiles: (id: string, match: string, version?: string, signal?: AbortSignal) =>
      json<PathMatches>(
        `${repository(id)}/files${queryString({ match, version })}`,
        signal === undefined ? {} : { signal },
      ),
    readFile: (id: string, path: string, version?: string) =>
      json<FileText>(`${repository(id)}/files/${encodePath(path)}${queryString({ version })}`),
    symbols: (id: string, name: string, version?: string) =>
      json<SymbolList>(`${repository(id)}/symbols${queryString({ name, version })}`),
    /** Definitions of one file, in order. */
    outline: (id: string, path: string, version?: string) =>
      json<SymbolList>(`${repository(id)}/symbols${queryString({ path, version })}`),
    graph: (id: string, query: GraphQuery, parameters: GraphParameters, signal?: AbortSignal) =>
      json<GraphAnswer>(
        `${repository(id)}/graph/${query}${queryString({ ...parameters, format: 'json' })}`,
        signal === undefined ? {} : { signal },
      ),
    graphCsv: async (id: string, query: GraphQuery, parameters: GraphParameters): Promise<string> =>
      (
        await request(`${repository(id)}/graph/${query}${queryString({ ...parameters, format: 'csv' })}`)
      ).text(),
    exportGraphml: async (id: string, version?: string): Promise<string> =>
      (await request(`${repository(id)}/graph${queryString({ version, format: 'graphml' })}`)).text(),
    exportGraph: (id: string, version?: string) =>
      json<GraphExport>(`${repository(id)}/graph${queryString({ version })}`),
    repositoryMap: (id: string, limit?: number, version?: string) =>
      json<RepositoryMap>(`${repository(id)}/map${queryString({ limit, version })}`),
    /** Where a word at a place leads. */
    definition: (id: string, at: { path: string; line: number; name: string }, version?: string) =>
      json<Definitions>(`${repository(id)}/definition${queryString({ ...at, version })}`),
    search: (id: string, body: SearchRequest, signal?: AbortSignal) =>
      post<SearchResponse>(`${repository(id)}/search`, body, signal === undefined ? {} : { signal }),
    grep: (id: string, body: GrepRequest, signal?: AbortSignal) =>
      post<GrepResponse>(`${repository(id)}/grep`, body, signal === undefined ? {} : { signal }),
    answer: (id: string, body: AnswerRequest) =>
      post<Answer>(`${repository(id)}/answers`, body, { headers: { accept: 'application/json' } }),
    /** The answer as it is made. The turn goes on when the stream is left: rejoin it with `followTurn`, end it with `stop`. */
    streamAnswer: (id: string, body: AnswerRequest, signal?: AbortSignal): AsyncGenerator<NumberedPart> =>
      parts(`${repository(id)}/answers`, {
        ...jsonBody(body, { accept: 'text/event-stream' }),
        ...(signal === undefined ? {} : { signal }),
      }),
    /** A turn's parts after the first `after`, those to come included. */
    followTurn: (
      id: string,
      turn: { conversation: string; turn: string; after: number },
      signal?: AbortSignal,
    ): AsyncGenerator<NumberedPart> =>
      parts(
        `${conversation(id, turn.conversation)}/turns/${encodeURIComponent(turn.turn)}/events?after=${turn.after}`,
        signal === undefined ? {} : { signal },
      ),
    /** Ends the running turn of a conversation; resolves once nothing of it is at work. */
    stop: (id: string, conversationId: string) =>
      json<Stopped>(`${conversation(id, conversationId)}/stop`, { method: 'POST' }),
    getConversation: (id: string, conversationId: string) =>
      json<Conversation>(conversation(id, conversationId)),
    removeConversation: async (id: string, conversationId: string): Promise<void> =>
      void (await request(conversation(id, conversationId), { method: 'DELETE' })),
    starters: (id: string, version?: string) =>
      json<Starters>(`${repository(id)}/starters${queryString({ version })}`),
    /** Takes up a failed indexing from where it stopped. */
    retry: (id: string) => json<Accepted>(`${repository(id)}/retry`, { method: 'POST' }),
  };

  async function* parts(path: string, init: RequestInit): AsyncGenerator<NumberedPart> {
    const response = await request(path, init);
    for await (const { id, data } of readServerSentEvents(response)) {
      if (data === '[DONE]') return;
      yield { number: Number(id), part: JSON.parse(data) as AnswerStreamPart };
    }
  }
}

/** A part of a turn's stream with its number in it, from 1. */
export interface NumberedPart {
  readonly number: number;
  readonly part: AnswerStreamPart;
}

function conversation(repositoryId: string, id: string): string {
  return `${repository(repositoryId)}/conversations/${encodeURIComponent(id)}`;
}

function repository(id: string): string {
  return `/v1/repositories/${encodeURIComponent(id)}`;
}

function requester(options: ClientOptions): (path: string, init?: RequestInit) => Promise<Response> {
  const send = options.fetch ?? fetch.bind(globalThis);
  return async (path, init = {}) => {
    const headers = new Headers(init.headers);
    if (options.key !== undefined) headers.set('authorization', `Bearer ${options.key}`);
    const response = await send(options.baseUrl + path, { ...init, headers }).catch((cause: unknown) => {
      if (cause instanceof DOMException && cause.name === 'AbortError') throw cause;
      throw new ProblemError(unreachable(options.baseUrl, cause));
    });
    if (response.ok) return response;
    throw new ProblemError(await readProblem(response));
  };
}

async function readProblem(response: Response): Promise<Problem> {
  const text = await response.text();
  const isProblem = response.headers.get('content-type')?.includes('application/problem+json') === true;
  const told = isProblem ? parseProblem(text) : undefined;
  return (
    told ?? {
      type: 'about:blank',
      title: 'Unexpected answer from the server',
      status: response.status,
      detail: text.slice(0, 300),
      code: 'internal',
      fix: 'Check that the address is that of a Wherefore server.',
      requestId: response.headers.get('x-request-id') ?? '',
    }
  );
}

/** Undefined for what is cut off, or was never a problem of ours. */
function parseProblem(text: string): Problem | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    const isProblem = typeof parsed === 'object' && parsed !== null && 'code' in parsed && 'title' in parsed;
    return isProblem ? (parsed as Problem) : undefined;
  } catch {
    return undefined;
  }
}

function unreachable(baseUrl: string, cause: unknown): Problem {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return {
    type: 'about:blank',
    title: 'The server cannot be reached',
    status: 0,
    detail: `${baseUrl === '' ? 'This page’s server' : baseUrl} did not answer (${reason}).`,
    code: 'unreachable',
    fix: 'Start it with `npm start`, or correct its address.',
    requestId: '',
  };
}

function jsonBody(body: unknown, headers?: HeadersInit): RequestInit {
  const merged = new Headers(headers);
  merged.set('content-type', 'application/json');
  return { method: 'POST', headers: merged, body: JSON.stringify(body) };
}

function queryString(values: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) query.set(name, String(value));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** Each segment encoded, the slashes kept. */
function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
