/**
 * The routes about accounts. better-auth answers them; only those listed here are reachable. A browser that uses them sends its Origin, which must
 * be that of the deployment.
 */

import type { z } from '@hono/zod-openapi';
import { body, createRoute, json, problem } from '../create-route.ts';
import {
  callbackQuery,
  changePasswordSchema,
  currentSessionSchema,
  emailSchema,
  emptySchema,
  methodsSchema,
  redirectSchema,
  requestCodeSchema,
  resendLinkSchema,
  resetPasswordSchema,
  revokeSessionSchema,
  sessionsSchema,
  signedInSchema,
  signInSchema,
  signInWithCodeSchema,
  signInWithGitHubSchema,
  signUpSchema,
  statusSchema,
  updateUserSchema,
  verifyEmailQuery,
} from './schema.ts';

const maxBytes = 8_192;
const problems = {
  400: problem('The request is not valid'),
  401: problem('The sign-in failed, or there is no session'),
  403: problem('The Origin is not allowed, or the address is not confirmed'),
  404: problem('This deployment has no accounts'),
  429: problem('Too many attempts; `Retry-After` says how long to wait'),
};

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
  readonly summary: string;
  readonly response: z.ZodType;
  readonly meaning: string;
}

/** Everyone may call these routes: who has a session is better-auth's concern, not that of the permissions. */
const common = { 'x-action': 'open' as const, 'x-max-body-bytes': maxBytes };
const tags = (): string[] => ['Accounts'];

function post(path: string, schema: z.ZodType, { summary, response, meaning }: RouteText): AccountRoute {
  const fullPath = `/v1/auth${path}`;
  const description = createRoute({
    ...common,
    tags: tags(),
    method: 'post',
    path: fullPath,
    summary,
    request: { body: { ...body(schema), required: schema !== emptySchema } },
    responses: { 200: json(response, meaning), ...problems },
  });
  return { method: 'post', path: fullPath, body: schema, query: undefined, description };
}

function get(path: string, { summary, response, meaning }: RouteText): AccountRoute {
  const fullPath = `/v1/auth${path}`;
  const description = createRoute({
    ...common,
    tags: tags(),
    method: 'get',
    path: fullPath,
    summary,
    responses: { 200: json(response, meaning), 401: problems[401], 404: problems[404] },
  });
  return { method: 'get', path: fullPath, body: undefined, query: undefined, description };
}

/** A mail or another site links to it. */
function link(path: string, query: z.ZodObject, summary: string): AccountRoute {
  const fullPath = `/v1/auth${path}`;
  const description = createRoute({
    ...common,
    tags: tags(),
    method: 'get',
    path: fullPath,
    summary,
    request: { query },
    responses: {
      302: { description: 'To a page of the app, with the cookie of the session, or with `?error=`' },
      400: problems[400],
      404: problems[404],
    },
  });
  return { method: 'get', path: fullPath, body: undefined, query, description };
}

const signedIn = { response: signedInSchema, meaning: 'Signed in; the session is in a cookie' };
const done = { response: statusSchema, meaning: 'Done' };
const mailed = {
  response: statusSchema,
  meaning: 'A mail is sent if the address can receive one. The response is the same for unknown addresses',
};

export const signInMethodsRoute = createRoute({
  'x-action': 'open',
  method: 'get',
  path: '/v1/auth/methods',
  tags: tags(),
  summary: 'List the ways to sign in',
  responses: {
    200: json(methodsSchema, 'The ways to sign in that this deployment offers'),
    404: problems[404],
  },
});

export const signUpRoute = post('/sign-up/email', signUpSchema, {
  summary: 'Sign up with a password',
  response: signedInSchema,
  meaning:
    'A mail with a link is sent. The response is the same if the address already has an account. The link works in the browser that signed up',
});

/** Every route that better-auth answers. */
export const accountRoutes: readonly AccountRoute[] = [
  signUpRoute,
  link('/verify-email', verifyEmailQuery, 'Confirm an e-mail address'),
  post('/send-verification-email', resendLinkSchema, {
    summary: 'Send the link that confirms an address again',
    ...mailed,
  }),
  post('/sign-in/email', signInSchema, { summary: 'Sign in with a password', ...signedIn }),
  post('/email-otp/send-verification-otp', requestCodeSchema, {
    summary: 'Request a code by e-mail',
    ...mailed,
  }),
  post('/sign-in/email-otp', signInWithCodeSchema, { summary: 'Sign in with a code', ...signedIn }),
  post('/sign-in/social', signInWithGitHubSchema, {
    summary: 'Sign in with GitHub',
    response: redirectSchema,
    meaning: 'The address at GitHub to open in the same browser',
  }),
  link('/callback/github', callbackQuery, 'Return from GitHub'),
  post('/request-password-reset', emailSchema, {
    summary: 'Request a link to reset the password',
    ...mailed,
  }),
  post('/reset-password', resetPasswordSchema, {
    summary: 'Choose a new password with the token of a link',
    response: statusSchema,
    meaning: 'The password is changed, and all sessions have ended',
  }),
  post('/change-password', changePasswordSchema, {
    summary: 'Change the password',
    response: signedInSchema,
    meaning: 'The password is changed',
  }),
  post('/update-user', updateUserSchema, { summary: 'Change the name', ...done }),
  get('/get-session', {
    summary: 'Read the current session',
    response: currentSessionSchema,
    meaning: 'The session and its user; null without one',
  }),
  get('/list-sessions', {
    summary: 'List the sessions',
    response: sessionsSchema,
    meaning: 'All sessions of the user',
  }),
  post('/revoke-session', revokeSessionSchema, { summary: 'End one session', ...done }),
  post('/revoke-other-sessions', emptySchema, { summary: 'End all other sessions', ...done }),
  post('/revoke-sessions', emptySchema, { summary: 'End all sessions', ...done }),
  post('/sign-out', emptySchema, { summary: 'Sign out', ...done }),
];
