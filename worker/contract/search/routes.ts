/** The routes of search and grep. */

import { body, createRoute, idParameter, json, repositoryProblems } from '../create-route.ts';
import {
  grepRequestSchema,
  grepResponseSchema,
  repositoriesSearchRequestSchema,
  repositoriesSearchResponseSchema,
  searchRequestSchema,
  searchResponseSchema,
} from './schema.ts';

export const searchRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/search',
  'x-action': 'search',
  request: { params: idParameter, body: body(searchRequestSchema) },
  responses: { 200: json(searchResponseSchema, 'Spans, best first'), ...repositoryProblems },
});

export const searchRepositoriesRoute = createRoute({
  method: 'post',
  path: '/v1/search',
  'x-action': 'search',
  description: 'Searches the published versions of several repositories, and merges the results.',
  request: { body: body(repositoriesSearchRequestSchema) },
  responses: {
    200: json(repositoriesSearchResponseSchema, 'Spans with their repositories, best first'),
    ...repositoryProblems,
  },
});

export const grepRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/grep',
  'x-action': 'search',
  request: { params: idParameter, body: body(grepRequestSchema) },
  responses: { 200: json(grepResponseSchema, 'Matching lines'), ...repositoryProblems },
});
