/** The body limit of a request, as the contract states it for its route. */

import type { Context as HonoContext } from 'hono';
import { matchedRoutes } from 'hono/route';
import { ignoredBodyBytes } from '../contract/create-route.ts';
import type { App, Context } from './app.ts';
import type { BodyLimit } from './limit-body.ts';

interface StatedLimit {
  readonly bytes: number;
  readonly takesArchives: boolean;
}

/** @param app read at the first request, when all its routes are bound */
export function createBodyLimits(app: App): (context: HonoContext<Context>) => BodyLimit {
  let limits: ReadonlyMap<string, StatedLimit> | undefined;
  return (context) => {
    limits ??= statedLimits(app);
    for (const { method, path } of matchedRoutes(context)) {
      const stated = limits.get(`${method} ${path}`);
      if (stated !== undefined) return limitFor(context, stated);
    }
    return { bytes: ignoredBodyBytes, code: 'body_too_large', isStreamed: false };
  };
}

/** By method and path, as the router has them. */
function statedLimits(app: App): ReadonlyMap<string, StatedLimit> {
  const limits = new Map<string, StatedLimit>();
  for (const definition of app.openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue;
    const { method, path } = definition.route;
    const bytes: unknown = definition.route['x-max-body-bytes'];
    if (typeof bytes !== 'number') continue;
    const takesArchives = definition.route['x-max-archive-setting'] !== undefined;
    limits.set(`${method.toUpperCase()} ${routerPath(path)}`, { bytes, takesArchives });
  }
  return limits;
}

function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

function limitFor(context: HonoContext<Context>, { bytes, takesArchives }: StatedLimit): BodyLimit {
  const isJson = context.req.header('content-type')?.trim().toLowerCase().startsWith('application/json');
  if (!takesArchives || isJson === true) return { bytes, code: 'body_too_large', isStreamed: false };
  const { maxUploadBytes } = context.get('services').settings.limits;
  return { bytes: maxUploadBytes, code: 'upload_too_large', isStreamed: true };
}
