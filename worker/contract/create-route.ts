/**
 * Creates routes. Each route states its action as `x-action` in the OpenAPI document, and the table of permissions who may do that. It
 * states its maximum body size as `x-max-body-bytes`; the server rejects a longer body before it reads it.
 */

import { createRoute as createOpenApiRoute, z, type RouteConfig } from '@hono/zod-openapi';
import type { Action } from '../core/permissions.ts';
import { problemSchema } from './problem.ts';

/** Maximum bytes for a route without a body: it ignores a short one, because many clients send `{}` with every POST. */
export const ignoredBodyBytes = 1_024;
/** Enough for a question, query or pattern with its options. */
const defaultBodyBytes = 65_536;

type RouteWithLimit<Path extends string> = Omit<RouteConfig, 'path'> & {
  path: Path;
  'x-action': Action;
  'x-max-body-bytes'?: number;
  /** The setting that limits archives on this route. */
  'x-max-archive-setting'?: 'MAX_UPLOAD_BYTES';
};

export function createRoute<Path extends string, Route extends RouteWithLimit<Path>>(route: Route) {
  const maxBytes = route.request?.body === undefined ? ignoredBodyBytes : defaultBodyBytes;
  return createOpenApiRoute<Path, Route>({ 'x-max-body-bytes': maxBytes, ...route });
}

export const idParameter = z.object({ id: z.string().min(1).max(100) });
export const versionQuery = z.object({ version: z.string().min(1).max(200).optional() });

export const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});
export const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: problemSchema } },
});
export const body = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true,
  content: { 'application/json': { schema } },
});

/** Problems that any route of a repository may return. */
export const repositoryProblems = {
  400: problem('The request is not valid'),
  404: problem('No such repository, version or file'),
  409: problem('Not ready yet'),
};
