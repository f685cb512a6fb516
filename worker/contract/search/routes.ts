/** The routes of search and grep. */

import { body, createRoute, idParameter, json } from '../create-route.ts';
import { textErrors, versionErrors } from '../document/errors.ts';
import { grepRequestSchema, grepResponseSchema } from './grep-schema.ts';
import {
  repositoriesSearchRequestSchema,
  repositoriesSearchResponseSchema,
  searchRequestSchema,
  searchResponseSchema,
} from './schema.ts';

export const searchRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/search',
  operationId: 'searchRepository',
  tags: ['Search'],
  summary: 'Search a repository',
  description:
    'Finds passages of code and documentation for a question or for words, best first. It merges keyword search and similarity, then ranks the candidates. `confidence` estimates whether the results answer the query.',
  'x-action': 'search',
  'x-errors': textErrors,
  'x-cost': 'model',
  request: { params: idParameter, body: body(searchRequestSchema) },
  responses: { 200: json(searchResponseSchema, 'Spans, best first') },
});

export const searchRepositoriesRoute = createRoute({
  method: 'post',
  path: '/v1/search',
  operationId: 'searchRepositories',
  tags: ['Search'],
  summary: 'Search several repositories',
  description:
    'Searches the published versions of several repositories, and merges the results. Without `repositories`, it searches all that you may read.',
  'x-action': 'search',
  'x-errors': ['repository_not_found', ...textErrors],
  request: { body: body(repositoriesSearchRequestSchema) },
  responses: {
    200: json(repositoriesSearchResponseSchema, 'Spans with their repositories, best first'),
  },
});

export const grepRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/grep',
  operationId: 'grepRepository',
  tags: ['Search'],
  summary: 'Find lines by pattern',
  description:
    'Finds every line that matches a regular expression in RE2 syntax. `total` counts all matches; `truncated` is true if the search stopped early.',
  'x-action': 'search',
  'x-errors': [...versionErrors, 'invalid_pattern'],
  request: { params: idParameter, body: body(grepRequestSchema) },
  responses: { 200: json(grepResponseSchema, 'Matching lines') },
});
