/** Reads what the contract states for the route of a request: its action, its maximum body size and its errors. */

import type { Context as HonoContext } from 'hono';
import { matchedRoutes } from 'hono/route';
import { listErrors } from '../../contract/document/errors.ts';
import { idempotencies } from '../../contract/document/idempotency.ts';
import { actions } from '../../core/permissions.ts';
import type { App, Context, RouteFacts } from '../context.ts';

/** Routes of the API that the contract does not list: its own document, and the refusal of unknown routes about accounts. */
const otherPaths = ['/v1/openapi.json', '/v1/auth/*'];

/** MCP is no part of the API's contract. Its tools call routes that are, and each of them guards its action. */
const mcpPath = '/mcp';
const mcpFacts: RouteFacts = {
  name: `POST ${mcpPath}`,
  action: 'open',
  maxBodyBytes: 65_536,
  acceptsArchives: false,
  idempotency: undefined,
  errors: listErrors([], {
    method: 'post',
    path: mcpPath,
    action: 'open',
    isLimited: true,
    hasInput: true,
    acceptsArchives: false,
  }),
};

/**
 * @param app its routes are read at the first request, after all of them are registered
 * @returns a function that throws if the API has the route and the contract does not, because nothing would guard it
 */
export function createRouteFacts(app: App): (context: HonoContext<Context>) => RouteFacts | undefined {
  let known: ReadonlyMap<string, RouteFacts> | undefined;
  return (context) => {
    known ??= readRoutes(app);
    const matched = matchedRoutes(context);
    for (const { method, path } of matched) {
      const facts = known.get(`${method} ${removePattern(path)}`);
      if (facts !== undefined) return facts;
    }
    if (context.req.path === mcpPath) return mcpFacts;
    const unlisted = matched.find(({ path }) => path.startsWith('/v1/') && !otherPaths.includes(path));
    if (unlisted !== undefined)
      throw new Error(`The contract has no route ${unlisted.method} ${unlisted.path}.`);
    return undefined;
  };
}

/** By method and router path. */
function readRoutes(app: App): ReadonlyMap<string, RouteFacts> {
  const routes = new Map<string, RouteFacts>();
  for (const definition of app.openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue;
    const { route } = definition;
    const maxBodyBytes: unknown = route['x-max-body-bytes'];
    const action = actions.find((name) => name === route['x-action']);
    if (typeof maxBodyBytes !== 'number' || action === undefined)
      throw new Error(`The contract states no action or body size for ${route.method} ${route.path}.`);
    const acceptsArchives = route['x-max-archive-setting'] !== undefined;
    const errors: unknown = route['x-errors'];
    routes.set(`${route.method.toUpperCase()} ${routerPath(route.path)}`, {
      name: `${route.method.toUpperCase()} ${route.path}`,
      action,
      maxBodyBytes,
      acceptsArchives,
      idempotency: idempotencies.find((name) => name === route['x-idempotency']),
      errors: Array.isArray(errors) ? errors : [],
    });
  }
  return routes;
}

/** `:path{.+}` as `:path`. */
function removePattern(path: string): string {
  return path.replaceAll(/(:\w+)\{[^}]*\}/g, '$1');
}

function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
