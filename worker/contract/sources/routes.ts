/** The routes of sources: preview, refresh, tokens and webhooks. */

import { z } from '@hono/zod-openapi';
import { acceptedSchema } from '../repositories/schema.ts';
import { body, createRoute, idParameter, json, versionQuery } from '../create-route.ts';
import { hostErrors } from '../document/errors.ts';
import {
  deliverySchema,
  hostedPreviewSchema,
  sourceQuerySchema,
  tokenBodySchema,
  tokenListSchema,
  tokenSchema,
  webPreviewSchema,
} from './schema.ts';

const hostParameter = z.object({ host: z.enum(['github']) });

export const previewSourceRoute = createRoute({
  method: 'get',
  path: '/v1/sources',
  operationId: 'previewSource',
  tags: ['Repositories'],
  summary: 'Preview a source',
  description:
    'Reads what an address leads to, without adding it: the name, branches and tags of a repository, or the limits of a crawl. It also reports whether the source is indexed already.',
  'x-action': 'index',
  'x-errors': ['source_invalid', 'not_allowed', 'address_refused', ...hostErrors],
  request: { query: sourceQuerySchema },
  responses: {
    200: json(
      z.union([hostedPreviewSchema, webPreviewSchema]),
      'A preview of the source. The request does not add it',
    ),
  },
});

export const refreshRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/refresh',
  operationId: 'refreshRepository',
  tags: ['Repositories'],
  summary: 'Index the newest state of a host',
  description:
    'Indexes the current state of the repository’s host if it is newer. Returns 200 and `unchanged` if it is not. An uploaded repository has no host: upload it again instead.',
  'x-action': 'index',
  'x-idempotency': 'replay',
  'x-errors': ['version_not_found', 'refresh_too_soon', ...hostErrors],
  'x-cost': 'lines',
  request: { params: idParameter, query: versionQuery },
  responses: {
    200: json(acceptedSchema, 'The host has nothing newer'),
    202: json(acceptedSchema, 'Indexing of the host’s current state has started'),
  },
});

export const storeTokenRoute = createRoute({
  method: 'put',
  path: '/v1/tokens/{host}',
  operationId: 'storeToken',
  tags: ['Account'],
  summary: 'Store a token for private repositories',
  description:
    'Stores your GitHub token, encrypted, after GitHub has confirmed its owner. It lets you add private repositories, and raises the rate limit for public ones.',
  'x-action': 'account',
  'x-errors': ['tokens_not_kept', 'token_refused', 'source_forbidden', 'host_limited', 'host_unavailable'],
  request: { params: hostParameter, body: body(tokenBodySchema) },
  responses: {
    200: json(tokenSchema, 'The host confirmed the token’s owner, and the token is stored'),
  },
});

export const listTokensRoute = createRoute({
  method: 'get',
  path: '/v1/tokens',
  operationId: 'listTokens',
  tags: ['Account'],
  summary: 'List stored tokens',
  description: 'Lists the hosts and owners of your stored tokens, without the tokens.',
  'x-action': 'account',
  'x-errors': [],
  responses: { 200: json(tokenListSchema, 'Owners of the stored tokens, without the tokens') },
});

export const removeTokenRoute = createRoute({
  method: 'delete',
  path: '/v1/tokens/{host}',
  operationId: 'deleteToken',
  tags: ['Account'],
  summary: 'Delete a stored token',
  description: 'Deletes your token for a host. Indexed repositories stay.',
  'x-action': 'account',
  'x-errors': [],
  request: { params: hostParameter },
  responses: { 204: { description: 'The token is deleted' } },
});

export const githubWebhookRoute = createRoute({
  method: 'post',
  path: '/v1/webhooks/github',
  operationId: 'receiveGitHubWebhook',
  tags: ['Deployment'],
  summary: 'Receive a webhook from GitHub',
  description:
    'Refreshes the repositories that a push on GitHub changed. GitHub calls it, and signs the body with the secret in WEBHOOK_SECRET; nobody else can.',
  'x-action': 'open',
  'x-errors': ['route_not_found', 'webhook_refused', 'invalid_request'],
  'x-cost': 'none',
  // GitHub's maximum: https://docs.github.com/webhooks/webhook-events-and-payloads#payload-cap.
  'x-max-body-bytes': 25_000_000,
  responses: {
    200: json(deliverySchema, 'The outcome of the delivery'),
  },
});
