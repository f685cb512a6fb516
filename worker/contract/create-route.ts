/**
 * Creates routes. Each route has the text of its reference, its own error codes and its action, of which the table of permissions states who
 * may do that. The rest of the OpenAPI document follows from these. The server rejects a body over `x-max-body-bytes` before it reads it.
 */

import { createRoute as createOpenApiRoute, z, type RouteConfig } from '@hono/zod-openapi';
import type { ErrorCode } from '../core/errors.ts';
import { neededScope, type Action } from '../core/permissions.ts';
import { describeAccess, listCounts, securityOf, type Cost } from './document/access.ts';
import { errorResponses, listErrors } from './document/errors.ts';
import { idempotencyErrors, type Idempotency } from './document/idempotency.ts';
import type { Tag } from './document/tags.ts';

/** Maximum bytes for a route without a body: it ignores a short one, because many clients send `{}` with every POST. */
export const ignoredBodyBytes = 1_024;
/** Enough for a question, query or pattern with its options. */
const defaultBodyBytes = 65_536;

type RouteText<Path extends string> = Omit<RouteConfig, 'path'> & {
  path: Path;
  /** A verb and its object, such as `searchRepository`. */
  operationId: string;
  tags: [Tag];
  /** A few words, such as “Search a repository”. */
  summary: string;
  /** What it does, when to use it and what is special, in one to four sentences. */
  description: string;
  'x-action': Action;
  /** Whether only a signed-in browser may call it, and no key. */
  'x-session-only'?: true;
  /** Its own codes; those that follow from the other facts are added. */
  'x-errors': readonly ErrorCode[];
  /** Default: `request`. */
  'x-cost'?: Cost;
  /** Default: an `Idempotency-Key` is ignored. */
  'x-idempotency'?: Idempotency;
  'x-max-body-bytes'?: number;
  /** The setting that limits archives on this route. */
  'x-max-archive-setting'?: 'MAX_UPLOAD_BYTES';
};

export function createRoute<Path extends string, const Route extends RouteText<Path>>(route: Route) {
  const action = route['x-action'];
  const cost = route['x-cost'] ?? 'request';
  const isSessionOnly = route['x-session-only'] === true;
  const hasBody = route.request?.body !== undefined;
  const errors = listErrors([...route['x-errors'], ...idempotencyErrors(route['x-idempotency'])], {
    method: route.method,
    path: route.path,
    action,
    hasInput: route.request !== undefined,
    acceptsArchives: route['x-max-archive-setting'] !== undefined,
    isLimited: cost !== 'none',
  });
  const facts = {
    description: `${route.description} ${describeAccess(action, cost, isSessionOnly)}`,
    security: securityOf(action, isSessionOnly),
    'x-max-body-bytes': route['x-max-body-bytes'] ?? (hasBody ? defaultBodyBytes : ignoredBodyBytes),
    'x-scope': isSessionOnly ? null : (neededScope[action] ?? null),
    'x-cost': listCounts(cost),
    'x-errors': errors,
  };
  const responses = { ...route.responses, ...errorResponses(errors) };
  return createOpenApiRoute<Path, Route>({ ...route, ...facts, responses });
}

export const idParameter = z.object({ id: z.string().min(1).max(100) });
export const versionQuery = z.object({ version: z.string().min(1).max(200).optional() });

export const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
export const body = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { 'application/json': { schema } },
});
