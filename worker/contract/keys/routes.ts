/** The routes of API keys and of usage. */

import { body, createRoute, idParameter, json, problem } from '../create-route.ts';
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

const accountProblems = {
  401: problem('The request has neither a session nor a valid key'),
  403: problem('The key does not have the scope `admin`, or the result would exceed it'),
  409: problem('This deployment has no accounts, or the account has too many keys'),
};
const keyProblems = { ...accountProblems, 404: problem('The account has no such key, or it is revoked') };

export const listKeysRoute = createRoute({
  method: 'get',
  path: '/v1/keys',
  'x-action': 'account',
  responses: {
    200: json(keyListSchema, 'The keys of the account, newest first, with those revoked in the last 90 days'),
    ...accountProblems,
  },
});

export const createKeyRoute = createRoute({
  method: 'post',
  path: '/v1/keys',
  'x-action': 'account',
  request: { body: body(createKeySchema) },
  responses: {
    201: json(createdKeySchema, 'The new key, with its secret'),
    400: problem('The request is not valid'),
    404: problem('No such repository'),
    ...accountProblems,
  },
});

export const updateKeyRoute = createRoute({
  method: 'patch',
  path: '/v1/keys/{id}',
  'x-action': 'account',
  request: { params: idParameter, body: body(updateKeySchema) },
  responses: {
    200: json(keySchema, 'The changed key'),
    400: problem('The request is not valid'),
    ...keyProblems,
  },
});

export const revokeKeyRoute = createRoute({
  method: 'delete',
  path: '/v1/keys/{id}',
  'x-action': 'account',
  request: { params: idParameter },
  responses: {
    204: { description: 'The key is revoked; the next request with it is refused' },
    ...keyProblems,
  },
});

export const rotateKeyRoute = createRoute({
  method: 'post',
  path: '/v1/keys/{id}/rotate',
  'x-action': 'account',
  request: { params: idParameter, body: body(rotateKeySchema) },
  responses: {
    200: json(createdKeySchema, 'The key with its new secret'),
    400: problem('The request is not valid'),
    ...keyProblems,
  },
});

export const keyUsageRoute = createRoute({
  method: 'get',
  path: '/v1/keys/{id}/usage',
  'x-action': 'account',
  request: { params: idParameter },
  responses: { 200: json(usageSchema, 'What the key has used, and what is left'), ...keyProblems },
});

export const usageRoute = createRoute({
  method: 'get',
  path: '/v1/usage',
  'x-action': 'open',
  responses: {
    200: json(
      accountUsageSchema,
      'What the account, key or address of this request has used, and what is left. Empty where nothing is limited',
    ),
  },
});
