/** The routes of API keys and of usage. */

import { body, createRoute, idParameter, json } from '../create-route.ts';
import { pageQuery } from '../pages.ts';
import {
  accountUsageSchema,
  createdKeySchema,
  createKeySchema,
  keyListSchema,
  keySchema,
  rotateKeySchema,
  updateKeySchema,
  usageSchema,
} from './schema.ts';

export const listKeysRoute = createRoute({
  method: 'get',
  path: '/v1/keys',
  operationId: 'listKeys',
  tags: ['Keys'],
  summary: 'List API keys',
  description:
    'Lists the keys of your account, newest first, with those revoked in the last 90 days. Secrets are never returned.',
  'x-action': 'account',
  'x-errors': ['no_accounts'],
  request: { query: pageQuery },
  responses: {
    200: json(keyListSchema, 'The keys of the account, newest first, with those revoked in the last 90 days'),
  },
});

export const createKeyRoute = createRoute({
  method: 'post',
  path: '/v1/keys',
  operationId: 'createKey',
  tags: ['Keys'],
  summary: 'Create an API key',
  description:
    'Creates a key with scopes, repositories, limits and an expiry. The response is the only one that contains the secret. A key can create only keys that are not stronger than itself.',
  'x-action': 'account',
  'x-idempotency': 'secret',
  'x-errors': ['no_accounts', 'repository_not_found', 'key_exceeds_viewer', 'too_many_keys'],
  request: { body: body(createKeySchema) },
  responses: {
    201: json(createdKeySchema, 'The new key, with its secret'),
  },
});

export const updateKeyRoute = createRoute({
  method: 'patch',
  path: '/v1/keys/{id}',
  operationId: 'updateKey',
  tags: ['Keys'],
  summary: 'Change an API key',
  description:
    'Changes the name, scopes, repositories, origins, limits or expiry of a key. Omitted fields stay unchanged.',
  'x-action': 'account',
  'x-errors': ['no_accounts', 'repository_not_found', 'key_not_found', 'key_exceeds_viewer'],
  request: { params: idParameter, body: body(updateKeySchema) },
  responses: {
    200: json(keySchema, 'The changed key'),
  },
});

export const revokeKeyRoute = createRoute({
  method: 'delete',
  path: '/v1/keys/{id}',
  operationId: 'revokeKey',
  tags: ['Keys'],
  summary: 'Revoke an API key',
  description: 'Revokes a key. The next request with it is refused.',
  'x-action': 'account',
  'x-errors': ['no_accounts', 'key_not_found', 'key_exceeds_viewer'],
  request: { params: idParameter },
  responses: {
    204: { description: 'The key is revoked; the next request with it is refused' },
  },
});

export const rotateKeyRoute = createRoute({
  method: 'post',
  path: '/v1/keys/{id}/rotate',
  operationId: 'rotateKey',
  tags: ['Keys'],
  summary: 'Rotate an API key',
  description:
    'Replaces the secret of a key, and returns the new one once. The earlier secret can remain valid for up to seven days.',
  'x-action': 'account',
  'x-idempotency': 'secret',
  'x-errors': ['no_accounts', 'key_not_found', 'key_exceeds_viewer'],
  request: { params: idParameter, body: body(rotateKeySchema) },
  responses: {
    200: json(createdKeySchema, 'The key with its new secret'),
  },
});

export const keyUsageRoute = createRoute({
  method: 'get',
  path: '/v1/keys/{id}/usage',
  operationId: 'getKeyUsage',
  tags: ['Keys'],
  summary: 'Read the usage of an API key',
  description: 'Returns what a key has used by day, and what is left of its limits.',
  'x-action': 'account',
  'x-errors': ['no_accounts', 'key_not_found'],
  request: { params: idParameter },
  responses: { 200: json(usageSchema, 'What the key has used, and what is left') },
});

export const usageRoute = createRoute({
  method: 'get',
  path: '/v1/usage',
  operationId: 'getUsage',
  tags: ['Keys'],
  summary: 'Read your usage',
  description:
    'Returns what the account, key or address of this request has used, and what is left. It is empty where nothing is limited.',
  'x-action': 'open',
  'x-errors': [],
  responses: {
    200: json(
      accountUsageSchema,
      'What the account, key or address of this request has used, and what is left. Empty where nothing is limited',
    ),
  },
});
