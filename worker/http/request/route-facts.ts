/** Reads what the contract states for the route of a request: its action and its maximum body size. */

import type { Context as HonoContext } from 'hono';
import { matchedRoutes } from 'hono/route';
import { actions, type Action } from '../../core/permissions.ts';
import type { App, Context } from '../context.ts';

export interface RouteFacts {
  readonly action: Action;
  readonly maxBodyBytes: number;
  readonly acceptsArchives: boolean;
}

/** @param app its routes are read at the first request, after all of them are registered */
export function createRouteFacts(app: App): (context: HonoContext<Context>) => RouteFacts | undefined {
  let known: ReadonlyMap<string, RouteFacts> | undefined;
  return (context) => {
    known ??= readRoutes(app);
    for (const { method, path } of matchedRoutes(context)) {
      const facts = known.get(`${method} ${path}`);
      if (facts !== undefined) return facts;
    }
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
    routes.set(`${route.method.toUpperCase()} ${routerPath(route.path)}`, {
      action,
      maxBodyBytes,
      acceptsArchives,
    });
  }
  return routes;
}

function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
