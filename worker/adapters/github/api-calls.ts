/** One call of GitHub's REST interface: made by Octokit, bounded in time and size, its failures told as ours. */

import { Octokit } from '@octokit/core';
import { AppError } from '../../core/errors.ts';
import type { HostAccess } from '../../ports/code-host.ts';
import { hostError, noAnswer, unreadable } from './host-error.ts';

export interface GitHubOptions extends Omit<GuardedFetchOptions, 'apiOrigin'> {
  /** Where the interface is, without a slash at its end: `https://api.github.com`. */
  readonly apiUrl: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Parameters of a route, its path's and its query's; `headers` beside. */
interface CallParameters {
  readonly headers?: Readonly<Record<string, string>>;
  readonly [name: string]: unknown;
}

export interface Answer {
  readonly data: unknown;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
}

/** What is asked about: for messages. */
export interface Call {
  readonly route: string;
  readonly parameters: CallParameters;
  readonly subject: string;
}

export interface GitHubCalls {
  /** JSON, or text where it was asked for. @returns undefined where nothing has changed since the etag sent */
  json(call: Call, access: HostAccess): Promise<Answer | undefined>;
  /** Bytes as they come; a pause of more than the time allowed breaks the stream. */
  stream(call: Call, access: HostAccess): Promise<Answer & { readonly data: ReadableStream<Uint8Array> }>;
}

/** GitHub itself gives up after ten seconds; a proxy's delay comes on top. */
const timeoutMs = 30_000;
/** A recursive tree is 7 MB at most, by its description; a search or a page of refs far less. */
const longestJson = 32_000_000;
/** Tokens are printable; anything else would not even be sent, and be told in the error instead. */
const token = /^[\x21-\x7e]{1,500}$/;

export function createGitHubCalls(options: GitHubOptions): GitHubCalls {
  const guarded = createGuardedFetch({ ...options, apiOrigin: new URL(options.apiUrl).origin });
  const silent = { debug() {}, info() {}, warn() {}, error() {} };
  const octokit = new Octokit({ baseUrl: options.apiUrl, userAgent: 'wherefore', log: silent });
  const request = async (
    call: Call,
    access: HostAccess,
    how: Record<string, unknown>,
  ): Promise<Answer | undefined> => {
    if (access.token !== undefined && !token.test(access.token))
      throw new AppError('token_refused', 'A token has no blanks and no letters outside ASCII.');
    try {
      return await octokit.request(call.route, {
        ...call.parameters,
        headers: {
          'x-github-api-version': '2022-11-28',
          ...call.parameters.headers,
          ...(access.token === undefined ? {} : { authorization: `Bearer ${access.token}` }),
        },
        request: how,
      });
    } catch (thrown) {
      if (access.signal?.aborted === true) throw access.signal.reason;
      const failed = failureOf(thrown, call.subject, options.now());
      if (failed === undefined) return undefined;
      throw failed;
    }
  };
  return {
    async json(call, access) {
      const signal = AbortSignal.any([
        AbortSignal.timeout(timeoutMs),
        ...(access.signal === undefined ? [] : [access.signal]),
      ]);
      return request(call, access, { fetch: cappedFetch(guarded, call.subject), signal });
    },
    async stream(call, access) {
      const watch = createWatch(access.signal);
      const how = { fetch: guarded, signal: watch.signal, parseSuccessResponseBody: false };
      const answer = await request(call, access, how).finally(watch.pause);
      const body = answer?.data;
      if (answer === undefined || !(body instanceof ReadableStream))
        throw unreadable(call.subject, 'it is empty');
      return { headers: answer.headers, data: watched(body, watch, call.subject) };
    },
  };
}

/** Undefined for what is no failure: nothing has changed. */
function failureOf(thrown: unknown, subject: string, now: number): AppError | undefined {
  const own = thrown instanceof Error && thrown.cause instanceof AppError ? thrown.cause : thrown;
  if (own instanceof AppError) return own;
  const { response } = (thrown ?? {}) as {
    response?: { status: number; headers: Answer['headers']; data: unknown };
  };
  if (response === undefined)
    return noAnswer(subject, thrown instanceof Error ? (thrown.cause ?? thrown) : thrown);
  return response.status === 304 ? undefined : hostError(response, subject, now);
}

/** So that no answer fills the memory. */
function cappedFetch(fetch: typeof globalThis.fetch, subject: string): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.body === null) return response;
    let bytes = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > longestJson) throw unreadable(subject, `it has over ${longestJson} bytes`);
        controller.enqueue(chunk);
      },
    });
    const { status, headers } = response;
    return new Response(response.body.pipeThrough(counter), { status, headers });
  };
}

/** Gives up on what is silent for too long, but not on a reader that takes its time. */
function createWatch(outer: AbortSignal | undefined) {
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const watch = {
    signal: outer === undefined ? silence.signal : AbortSignal.any([silence.signal, outer]),
    pause: () => {
      if (timer !== null) clearTimeout(timer);
    },
    start: () => {
      timer = setTimeout(() => silence.abort(new DOMException('silent', 'TimeoutError')), timeoutMs);
    },
  };
  watch.start();
  return watch;
}

function watched(
  body: ReadableStream<Uint8Array>,
  watch: ReturnType<typeof createWatch>,
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
        controller.error(noAnswer(subject, cause));
      } finally {
        watch.pause();
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

export interface GuardedFetchOptions {
  readonly fetch: typeof fetch;
  /** Where the interface is: the only origin that is told a token. */
  readonly apiOrigin: string;
  /** Where archives may lie besides. */
  readonly archiveOrigins: readonly string[];
}

/** A rename and an archive's own make two. */
const mostRedirects = 5;

/** @throws AppError `host_unavailable` for a redirect to another place, or one too many */
export function createGuardedFetch({
  fetch,
  apiOrigin,
  archiveOrigins,
}: GuardedFetchOptions): typeof globalThis.fetch {
  return async (input, init) => {
    let url = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init?.headers);
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      if (url.origin !== apiOrigin) headers.delete('authorization');
      const response = await fetch(url.href, { ...init, headers, redirect: 'manual' });
      const to = redirectOf(response);
      if (to === undefined) return response;
      await response.body?.cancel();
      url = new URL(to, url);
      if (url.origin !== apiOrigin && !archiveOrigins.includes(url.origin))
        throw new AppError('host_unavailable', `The host sends on to ${url.origin}, which is not asked.`);
    }
    throw new AppError('host_unavailable', `The host sends on more than ${mostRedirects} times.`);
  };
}

function redirectOf(response: Response): string | undefined {
  const isRedirect = [301, 302, 303, 307, 308].includes(response.status);
  return (isRedirect ? response.headers.get('location') : undefined) ?? undefined;
}
