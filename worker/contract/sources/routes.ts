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
  400: problem('It names no source'),
  401: problem('The host refused the token'),
  403: problem('The host does not give it out'),
  404: problem('No such repository or ref on the host'),
  503: problem('The host takes no more calls for now, or does not answer'),
};

const hostParameter = z.object({ host: z.enum(['github']) });

export const previewSourceRoute = createRoute({
  method: 'get',
  path: '/v1/sources',
  request: { query: sourceQuerySchema },
  responses: {
    200: json(z.union([hostedPreviewSchema, webPreviewSchema]), 'What it is; nothing is added'),
    ...hostProblems,
  },
});

export const refreshRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/refresh',
  request: { params: idParameter, query: versionQuery },
  responses: {
    200: json(acceptedSchema, 'The host has nothing newer'),
    202: json(acceptedSchema, 'Indexing of what the host has now has begun'),
    ...hostProblems,
    429: problem('It was refreshed a short while ago'),
  },
});

export const storeTokenRoute = createRoute({
  method: 'put',
  path: '/v1/tokens/{host}',
  request: { params: hostParameter, body: body(tokenBodySchema) },
  responses: {
    200: json(tokenSchema, 'Kept, once the host has said whose it is'),
    401: problem('The host refused it'),
    409: problem('This deployment keeps no tokens'),
    503: problem('The host does not answer'),
  },
});

export const listTokensRoute = createRoute({
  method: 'get',
  path: '/v1/tokens',
  responses: { 200: json(tokenListSchema, 'Whose tokens are kept, never the tokens') },
});

export const removeTokenRoute = createRoute({
  method: 'delete',
  path: '/v1/tokens/{host}',
  request: { params: hostParameter },
  responses: { 204: { description: 'There is none any more' } },
});

export const githubWebhookRoute = createRoute({
  method: 'post',
  path: '/v1/webhooks/github',
  // GitHub's maximum: https://docs.github.com/webhooks/webhook-events-and-payloads#payload-cap.
  'x-max-body-bytes': 25_000_000,
  responses: {
    200: json(deliverySchema, 'What the delivery led to'),
    400: problem('It is no delivery'),
    401: problem('Its signature is not right'),
    404: problem('No deliveries are taken'),
    413: problem('It is over the size limit'),
  },
});
