/** Binds the routes about accounts. A body that matches the contract is passed on; nothing else of it is. */

import type { z } from '@hono/zod-openapi';
import type { Context as HonoContext } from 'hono';
import type { AccountRoute } from '../contract/sign-in/account-route.ts';
import { accountRoutes, signInMethodsRoute, signUpRoute } from '../contract/sign-in/routes.ts';
import { AppError } from '../core/errors.ts';
import { answerAccountRequest, requireAccounts } from '../flows/sign-in/answer-account-request.ts';
import type { App, Context } from './context.ts';
import { readClientAddress } from './request/client-address.ts';
import { throwInvalidRequest } from './request/invalid-request.ts';

/** Header with the token of the check that a person sends the request. */
export const humanCheckHeader = 'x-human-check';

export function bindSignIn(app: App): void {
  app.openapi(signInMethodsRoute, (context) => {
    const services = context.get('services');
    const { offeredMethods } = requireAccounts(services);
    const siteKey = services.humanCheck?.siteKey;
    return context.json(
      {
        methods: [...offeredMethods],
        humanCheck: siteKey === undefined ? null : { kind: 'turnstile' as const, siteKey },
      },
      200,
    );
  });
  for (const route of accountRoutes) {
    app.openAPIRegistry.registerPath(route.description);
    app.on(route.method.toUpperCase(), route.path, (context) => answerRoute(context, route));
  }
  app.all('/v1/auth/*', (context) => {
    requireAccounts(context.get('services'));
    throw new AppError(
      'route_not_found',
      `This server has no route ${context.req.method} ${context.req.path}.`,
    );
  });
}

async function answerRoute(context: HonoContext<Context>, route: AccountRoute): Promise<Response> {
  const services = context.get('services');
  requireAccounts(services);
  const { raw } = context.req;
  const headers = new Headers(raw.headers);
  headers.delete('content-length');
  const body = await readBody(context, route);
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (route.query !== undefined) parse(route.query, context.req.query());
  const response = await answerAccountRequest(services, {
    request: new Request(raw.url, { method: raw.method, headers, redirect: 'manual', ...(body && { body }) }),
    address: readClientAddress(context.req, context.get('facts').config),
    humanCheckToken: route === signUpRoute ? (context.req.header(humanCheckHeader) ?? '') : undefined,
  });
  context.header('cache-control', 'no-store');
  return context.newResponse(response.body, response.status as 200, toHeaderRecord(response.headers));
}

/** @returns the body as JSON, with the fields of the contract only; undefined for a route without one */
async function readBody(
  context: HonoContext<Context>,
  { body: schema }: AccountRoute,
): Promise<string | undefined> {
  if (schema === undefined) return undefined;
  const text = await context.req.text();
  return JSON.stringify(parse(schema, text === '' ? {} : parseJson(text)));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid_request', 'The body is not valid JSON.', { cause });
  }
}

/** @throws AppError `invalid_request` */
function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value);
  throwInvalidRequest(result);
  return result.data;
}

/** Each cookie is a header of its own. */
function toHeaderRecord(headers: Headers): Record<string, string | string[]> {
  const record: Record<string, string | string[]> = {};
  for (const [name, value] of headers) if (name !== 'set-cookie') record[name] = value;
  const cookies = headers.getSetCookie();
  return cookies.length === 0 ? record : { ...record, 'set-cookie': cookies };
}
