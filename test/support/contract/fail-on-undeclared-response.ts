/** Fails a journey if a server responds with an error code that the contract does not list for the route. Its setup replaces `fetch`. */

import { createApp } from '../../../worker/http/app.ts';

interface Declared {
  readonly method: string;
  readonly pattern: RegExp;
  readonly errors: readonly unknown[];
}

const routes: readonly Declared[] = createApp<object>(() => {
  throw new Error('No request is sent.');
}).openAPIRegistry.definitions.flatMap((definition) => {
  if (definition.type !== 'route') return [];
  const {
    method,
    path,
    'x-errors': errors,
  } = definition.route as typeof definition.route & { 'x-errors': unknown };
  const source = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'path' ? '.+' : '[^/]+'));
  return [
    {
      method: method.toUpperCase(),
      pattern: new RegExp(`^${source}$`),
      errors: Array.isArray(errors) ? errors : [],
    },
  ];
});

/** @returns the code if the route exists and does not declare it */
export function findUndeclared(method: string, path: string, code: string): string | undefined {
  const matching = routes.filter((route) => route.method === method && route.pattern.test(path));
  const isDeclared = matching.some(({ errors }) => errors.includes(code));
  return matching.length === 0 || isDeclared || localCodes.has(code) ? undefined : code;
}

/** The front of a local server answers with it before the API sees the request. */
const localCodes = new Set(['malformed_request']);

const original = globalThis.fetch;
if (!('isChecked' in original)) {
  const checked: typeof fetch = async (input, init) => {
    const response = await original(input, init);
    if (response.headers.get('content-type') !== 'application/problem+json') return response;
    const request = new Request(input, init?.body === undefined ? init : { method: init.method ?? 'GET' });
    const { pathname } = new URL(request.url);
    const { code } = (await response.clone().json()) as { readonly code: string };
    if (findUndeclared(request.method, pathname, code) !== undefined)
      throw new Error(
        `${request.method} ${pathname} returned ${code}. Add the code to x-errors of the route.`,
      );
    return response;
  };
  globalThis.fetch = Object.assign(checked, { isChecked: true });
}
