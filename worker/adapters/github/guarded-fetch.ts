/**
 * Fetch that follows redirects itself: a renamed repository's and an archive's lead elsewhere, and a token goes to the server it was
 * stored for alone. Any other place than those named is not asked.
 */

import { AppError } from '../../core/errors.ts';

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
