/** Creates routes about accounts, which better-auth answers. */

import type { z } from '@hono/zod-openapi';
import { body, createRoute, json } from '../create-route.ts';
import type { Tag } from '../document/tags.ts';
import { emptySchema } from './schema.ts';

const maxBytes = 8_192;

export interface AccountRoute {
  readonly method: 'get' | 'post';
  readonly path: string;
  /** Schema of the body. */
  readonly body: z.ZodType | undefined;
  readonly query: z.ZodObject | undefined;
  /** What the OpenAPI document says. */
  readonly description: ReturnType<typeof createRoute>;
}

interface RouteText {
  readonly operationId: string;
  readonly 'x-session-only'?: true;
  readonly summary: string;
  readonly description: string;
}

interface RouteResponse extends RouteText {
  readonly response: z.ZodType;
  readonly meaning: string;
}

export const tags: [Tag] = ['Sign-in'];
/** Everyone may call these routes: who has a session is better-auth's concern, not that of the permissions. */
const common = {
  'x-action': 'open',
  'x-max-body-bytes': maxBytes,
  'x-errors': [
    'accounts_disabled',
    'account_request_refused',
    'sign_in_refused',
    'sign_in_required',
    'email_not_verified',
    'host_unavailable',
    'mail_unavailable',
    'mail_refused',
    'human_check_refused',
    'human_check_unavailable',
  ],
  tags,
} as const;

export function post(
  path: string,
  schema: z.ZodType,
  { response, meaning, ...text }: RouteResponse,
): AccountRoute {
  const fullPath = `/v1/auth${path}`;
  const description = createRoute({
    ...common,
    ...text,
    method: 'post',
    path: fullPath,
    request: { body: { ...body(schema), required: schema !== emptySchema } },
    responses: { 200: json(response, meaning) },
  });
  return { method: 'post', path: fullPath, body: schema, query: undefined, description };
}

export function get(path: string, { response, meaning, ...text }: RouteResponse): AccountRoute {
  const fullPath = `/v1/auth${path}`;
  const description = createRoute({
    ...common,
    ...text,
    method: 'get',
    path: fullPath,
    responses: { 200: json(response, meaning) },
  });
  return { method: 'get', path: fullPath, body: undefined, query: undefined, description };
}

/** A mail or another site links to it. */
export function link(path: string, query: z.ZodObject, text: RouteText): AccountRoute {
  const fullPath = `/v1/auth${path}`;
  const description = createRoute({
    ...common,
    ...text,
    method: 'get',
    path: fullPath,
    request: { query },
    responses: {
      302: { description: 'To a page of the app, with the cookie of the session, or with `?error=`' },
    },
  });
  return { method: 'get', path: fullPath, body: undefined, query, description };
}
