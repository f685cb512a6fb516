/**
 * Routes of the contract. Each one states, as `x-max-body-bytes` in the OpenAPI document, the longest request body it takes; the
 * server refuses a longer one before it reads it.
 */

import { createRoute as createOpenApiRoute, z, type RouteConfig } from '@hono/zod-openapi';
import { problemSchema } from './problem.ts';

/** A route without a body ignores a short one: many clients send `{}` with every POST. */
export const ignoredBodyBytes = 1_024;
/** For a question, a query or a pattern with its settings. */
const usualBodyBytes = 65_536;

type RouteWithLimit<Path extends string> = Omit<RouteConfig, 'path'> & {
  path: Path;
  'x-max-body-bytes'?: number;
  /** Archives that the route takes have a limit of their own: the setting of this name. */
  'x-max-archive-setting'?: 'MAX_UPLOAD_BYTES';
};

export function createRoute<Path extends string, Route extends RouteWithLimit<Path>>(route: Route) {
  const maxBytes = route.request?.body === undefined ? ignoredBodyBytes : usualBodyBytes;
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

/** What any route of one repository may answer instead. */
export const repositoryProblems = {
  400: problem('The request is not valid'),
  404: problem('No such repository, version or file'),
  409: problem('Not ready yet'),
};
