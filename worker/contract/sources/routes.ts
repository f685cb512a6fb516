/** The routes of sources: preview, refresh, tokens and webhooks. */

import { z } from '@hono/zod-openapi';
import { acceptedSchema } from '../repositories/schema.ts';
import { body, createRoute, idParameter, json, problem, versionQuery } from '../create-route.ts';
import {
  deliverySchema,
  hostedPreviewSchema,
  sourceQuerySchema,
  tokenBodySchema,
  tokenListSchema,
  tokenSchema,
  webPreviewSchema,
} from './schema.ts';

/** Problems that a host may cause. */
const hostProblems = {
  400: problem('The address is not a supported source'),
  401: problem('The host refused the token'),
  403: problem('The host denies access'),
  404: problem('No such repository or ref on the host'),
  503: problem('The host’s rate limit is exceeded, or the host does not respond'),
};

const hostParameter = z.object({ host: z.enum(['github']) });

export const previewSourceRoute = createRoute({
  method: 'get',
  path: '/v1/sources',
  'x-action': 'index',
  request: { query: sourceQuerySchema },
  responses: {
    200: json(
      z.union([hostedPreviewSchema, webPreviewSchema]),
      'A preview of the source. The request does not add it',
    ),
    ...hostProblems,
  },
});

export const refreshRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/refresh',
  'x-action': 'index',
  request: { params: idParameter, query: versionQuery },
  responses: {
    200: json(acceptedSchema, 'The host has nothing newer'),
    202: json(acceptedSchema, 'Indexing of the host’s current state has started'),
    ...hostProblems,
    429: problem('The repository was refreshed too recently'),
  },
});

export const storeTokenRoute = createRoute({
  method: 'put',
  path: '/v1/tokens/{host}',
  'x-action': 'account',
  request: { params: hostParameter, body: body(tokenBodySchema) },
  responses: {
    200: json(tokenSchema, 'The host confirmed the token’s owner, and the token is stored'),
    401: problem('The host refused the token'),
    409: problem('This deployment does not store tokens'),
    503: problem('The host does not respond'),
  },
});

export const listTokensRoute = createRoute({
  method: 'get',
  path: '/v1/tokens',
  'x-action': 'account',
  responses: { 200: json(tokenListSchema, 'Owners of the stored tokens, without the tokens') },
});

export const removeTokenRoute = createRoute({
  method: 'delete',
  path: '/v1/tokens/{host}',
  'x-action': 'account',
  request: { params: hostParameter },
  responses: { 204: { description: 'The token is deleted' } },
});

export const githubWebhookRoute = createRoute({
  method: 'post',
  path: '/v1/webhooks/github',
  'x-action': 'open',
  // GitHub's maximum: https://docs.github.com/webhooks/webhook-events-and-payloads#payload-cap.
  'x-max-body-bytes': 25_000_000,
  responses: {
    200: json(deliverySchema, 'The outcome of the delivery'),
    400: problem('The request is not a valid delivery'),
    401: problem('The signature is not valid'),
    404: problem('This deployment accepts no deliveries'),
    413: problem('The delivery exceeds the size limit'),
  },
});
