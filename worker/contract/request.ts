/** Requests to a Wherefore server: paths, headers, and errors with problem details. */
import type { Problem } from './problem.ts';

export interface ClientOptions {
  /** The server's address; empty for the page's own origin. */
  readonly baseUrl: string;
  readonly fetch?: typeof fetch;
  readonly key?: string | undefined;
  /** Aborts every call that has no signal of its own. */
  readonly signal?: AbortSignal | undefined;
}

/** An error response with its problem details; `status` is 0 if the server is unreachable. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.title}: ${problem.detail}`);
    this.name = 'ProblemError';
    this.problem = problem;
  }
}

export function repositoryPath(id: string): string {
  return `/v1/repositories/${encodeURIComponent(id)}`;
}

export function createRequester(
  options: ClientOptions,
): (path: string, init?: RequestInit) => Promise<Response> {
  const send = options.fetch ?? fetch.bind(globalThis);
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  return async (path, init = {}) => {
    const headers = createHeaders(options, init);
    const signal = init.signal ?? options.signal;
    const sent = { ...init, headers, ...(signal === undefined ? {} : { signal }) };
    const response = await send(baseUrl + path, sent).catch((cause: unknown) => {
      if (signal?.aborted === true || (cause instanceof DOMException && cause.name === 'AbortError'))
        throw cause;
      throw new ProblemError(describeUnreachableServer(options.baseUrl, cause));
    });
    if (response.ok) return response;
    throw new ProblemError(await readProblem(response));
  };
}

/** @throws TypeError without the key; the platform's own error would contain the invalid value */
function createHeaders({ key }: ClientOptions, init: RequestInit): Headers {
  try {
    const headers = new Headers(init.headers);
    if (key !== undefined) headers.set('authorization', `Bearer ${key}`);
    return headers;
  } catch {
    throw new TypeError(
      'The key contains characters that are not allowed in a header. Use one line of plain characters.',
    );
  }
}

async function readProblem(response: Response): Promise<Problem> {
  const text = await response.text();
  const isProblem = response.headers.get('content-type')?.includes('application/problem+json') === true;
  const problem = isProblem ? parseProblem(text) : undefined;
  return (
    problem ?? {
      type: 'about:blank',
      title: 'Unexpected response from the server',
      status: response.status,
      detail: text.slice(0, 300),
      code: 'internal',
      fix: 'Check that the address belongs to a Wherefore server.',
      requestId: response.headers.get('x-request-id') ?? '',
    }
  );
}

/** Undefined if the text is not valid JSON or not a problem. */
function parseProblem(text: string): Problem | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    const isProblem = typeof parsed === 'object' && parsed !== null && 'code' in parsed && 'title' in parsed;
    return isProblem ? (parsed as Problem) : undefined;
  } catch {
    return undefined;
  }
}

function describeUnreachableServer(baseUrl: string, cause: unknown): Problem {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return {
    type: 'about:blank',
    title: 'The server cannot be reached',
    status: 0,
    detail: `${baseUrl === '' ? 'This page’s server' : baseUrl} did not respond (${reason}).`,
    code: 'unreachable',
    fix: 'Start it with `npm start`, or correct its address.',
    requestId: '',
  };
}
