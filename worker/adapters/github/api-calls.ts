/** Calls GitHub's REST API through Octokit, with limits for time and size, and converts failures to AppErrors. */

import { Octokit } from '@octokit/core';
import { AppError } from '../../core/errors.ts';
import type { HostAccess } from '../../ports/code-host.ts';
import { hostError, noAnswerError, invalidResponseError } from './host-error.ts';

export interface GitHubOptions extends Omit<GuardedFetchOptions, 'apiOrigin'> {
  /** URL of the API without a trailing slash: `https://api.github.com`. */
  readonly apiUrl: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Path and query parameters of a route, and `headers`. */
interface CallParameters {
  readonly headers?: Readonly<Record<string, string>>;
  readonly [name: string]: unknown;
}

export interface GitHubResponse {
  readonly data: unknown;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
}

/** One request; error messages use `subject` to state what it was about. */
interface GitHubCall {
  readonly route: string;
  readonly parameters: CallParameters;
  readonly subject: string;
}

export interface GitHubCalls {
  /** Requests JSON, or text if the headers ask for it. @returns undefined when nothing has changed since the etag that was sent */
  json(call: GitHubCall, access: HostAccess): Promise<GitHubResponse | undefined>;
  /** Returns bytes as they arrive. The stream fails when it stalls for longer than the timeout. */
  stream(
    call: GitHubCall,
    access: HostAccess,
  ): Promise<GitHubResponse & { readonly data: ReadableStream<Uint8Array> }>;
}

/** GitHub gives up after ten seconds; the remaining time is for a proxy. */
const timeoutMs = 30_000;
/** Maximum JSON response. A recursive tree has at most 7 MB according to the documentation; other responses are far smaller. */
const maxJsonBytes = 32_000_000;
/** Tokens are printable ASCII. The runtime would reject anything else with an error that contains the token. */
const tokenPattern = /^[\x21-\x7e]{1,500}$/;

export function createGitHubCalls(options: GitHubOptions): GitHubCalls {
  const guardedFetch = createGuardedFetch({ ...options, apiOrigin: new URL(options.apiUrl).origin });
  const silentLogger = { debug() {}, info() {}, warn() {}, error() {} };
  const octokit = new Octokit({ baseUrl: options.apiUrl, userAgent: 'wherefore', log: silentLogger });
  const request = async (
    call: GitHubCall,
    access: HostAccess,
    requestOptions: Record<string, unknown>,
  ): Promise<GitHubResponse | undefined> => {
    if (access.token !== undefined && !tokenPattern.test(access.token))
      throw new AppError(
        'token_refused',
        'The access token contains spaces or characters outside ASCII. Check that it was copied completely.',
      );
    try {
      return await octokit.request(call.route, {
        ...call.parameters,
        headers: {
          'x-github-api-version': '2022-11-28',
          ...call.parameters.headers,
          ...(access.token === undefined ? {} : { authorization: `Bearer ${access.token}` }),
        },
        request: requestOptions,
      });
    } catch (thrown) {
      if (access.signal?.aborted === true) throw access.signal.reason;
      const failure = toFailure(thrown, call.subject, options.now());
      if (failure === undefined) return undefined;
      throw failure;
    }
  };
  return {
    async json(call, access) {
      const signal = AbortSignal.any([
        AbortSignal.timeout(timeoutMs),
        ...(access.signal === undefined ? [] : [access.signal]),
      ]);
      return request(call, access, { fetch: createCappedFetch(guardedFetch, call.subject), signal });
    },
    async stream(call, access) {
      const watch = createStallTimer(access.signal);
      const requestOptions = { fetch: guardedFetch, signal: watch.signal, parseSuccessResponseBody: false };
      const answer = await request(call, access, requestOptions).finally(watch.pause);
      const body = answer?.data;
      if (answer === undefined || !(body instanceof ReadableStream))
        throw invalidResponseError(call.subject, 'it is empty');
      return { headers: answer.headers, data: watchStream(body, watch, call.subject) };
    },
  };
}

/** @returns undefined for status 304, which is not a failure */
function toFailure(thrown: unknown, subject: string, now: number): AppError | undefined {
  const appError = thrown instanceof Error && thrown.cause instanceof AppError ? thrown.cause : thrown;
  if (appError instanceof AppError) return appError;
  const { response } = (thrown ?? {}) as {
    response?: { status: number; headers: GitHubResponse['headers']; data: unknown };
  };
  if (response === undefined)
    return noAnswerError(subject, thrown instanceof Error ? (thrown.cause ?? thrown) : thrown);
  return response.status === 304 ? undefined : hostError(response, subject, now);
}

/** Limits the size of a response to protect the isolate's memory. */
function createCappedFetch(fetch: typeof globalThis.fetch, subject: string): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    let bytes = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > maxJsonBytes) throw invalidResponseError(subject, `it has over ${maxJsonBytes} bytes`);
        controller.enqueue(chunk);
      },
    });
    const { status, headers } = response;
    return new Response(response.body.pipeThrough(counter), { status, headers });
  };
}

/** Aborts when GitHub sends nothing for too long. The time that a slow reader needs is not counted. */
function createStallTimer(callerSignal: AbortSignal | undefined) {
  const stallController = new AbortController();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const watch = {
    signal:
      callerSignal === undefined
        ? stallController.signal
        : AbortSignal.any([stallController.signal, callerSignal]),
    pause: () => {
      if (timer !== null) clearTimeout(timer);
    },
    start: () => {
      timer = setTimeout(() => stallController.abort(new DOMException('silent', 'TimeoutError')), timeoutMs);
    },
  };
  watch.start();
  return watch;
}

function watchStream(
  body: ReadableStream<Uint8Array>,
  watch: ReturnType<typeof createStallTimer>,
  subject: string,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(controller) {
      watch.start();
      try {
        const { done, value } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (cause) {
        controller.error(noAnswerError(subject, cause));
      } finally {
        watch.pause();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

interface GuardedFetchOptions {
  readonly fetch: typeof fetch;
  /** The API's origin, the only one that receives a token. */
  readonly apiOrigin: string;
  /** Other origins that may serve archives. */
  readonly archiveOrigins: readonly string[];
}

/** The archive of a renamed repository needs two. */
const maxRedirects = 5;

/**
 * Creates a fetch that follows redirects itself, for renamed repositories and archives. It sends the token only to the API's origin, and rejects
 * redirects to unknown origins. @throws AppError `host_unavailable` for such a redirect, or for too many
 */
function createGuardedFetch({
  fetch,
  apiOrigin,
  archiveOrigins,
}: GuardedFetchOptions): typeof globalThis.fetch {
  return async (input, init) => {
    let url = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init?.headers);
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      if (url.origin !== apiOrigin) headers.delete('authorization');
      const response = await fetch(url.href, { ...init, headers, redirect: 'manual' });
      const target = readRedirect(response);
      if (target === undefined) return response;
      await response.body?.cancel();
      url = new URL(target, url);
      if (url.origin !== apiOrigin && !archiveOrigins.includes(url.origin))
        throw new AppError(
          'host_unavailable',
          `GitHub redirected to ${url.origin}, which is not an allowed origin.`,
        );
    }
    throw new AppError('host_unavailable', `GitHub redirected more than ${maxRedirects} times.`);
  };
}

function readRedirect(response: Response): string | undefined {
  const isRedirect = [301, 302, 303, 307, 308].includes(response.status);
  return (isRedirect ? response.headers.get('location') : undefined) ?? undefined;
}
