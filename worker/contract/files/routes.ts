/** The routes of a version's files, symbols and coverage. */

import { z } from '@hono/zod-openapi';
import { createRoute, idParameter, json, versionQuery } from '../create-route.ts';
import { textErrors, versionErrors } from '../document/errors.ts';
import { coverageSchema } from '../repositories/schema.ts';
import { fileSchema, fileTreeSchema, pathMatchesSchema, symbolListSchema } from './schema.ts';

export const coverageRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/coverage',
  operationId: 'getCoverage',
  tags: ['Files'],
  summary: 'Read what was indexed and skipped',
  description:
    'Counts the indexed files, and lists every skipped file with the reason and every masked secret. Use it to learn why a search does not find a file.',
  'x-action': 'read',
  'x-errors': versionErrors,
  request: { params: idParameter, query: versionQuery },
  responses: {
    200: json(coverageSchema, 'Files that were indexed, skipped or masked'),
  },
});

export const listFilesRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/files',
  operationId: 'listFiles',
  tags: ['Files'],
  summary: 'List a folder, or find paths',
  description: 'Lists one level of the file tree. With `match`, it searches the paths of all files instead.',
  'x-action': 'read',
  'x-errors': [...versionErrors, 'file_not_found'],
  request: {
    params: idParameter,
    query: versionQuery.extend({
      path: z.string().max(1000).optional().openapi({ description: 'Folder to list. Default: the root.' }),
      match: z.string().min(1).max(300).optional().openapi({
        description:
          'Parts of a path in any order, or a glob, to search paths for instead of listing a folder. If no path contains every word, returns the paths that are closest to the six longest words.',
      }),
    }),
  },
  responses: {
    200: json(z.union([fileTreeSchema, pathMatchesSchema]), 'One level of the tree, or matching paths'),
  },
});

/** The path may contain slashes, encoded or not, so the handler uses its own pattern. */
export const readFileRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/files/{path}',
  operationId: 'readFile',
  tags: ['Files'],
  summary: 'Read a file',
  'x-action': 'read',
  'x-errors': [...textErrors, 'file_not_found'],
  description:
    'Reads a file of a version. Of a version that was replaced or removed, an upload’s file stays readable while a conversation cites it; for a repository on GitHub, the problem `version_not_found` has `details.hostUrl`, the address of the file on GitHub as of that commit.',
  request: { params: idParameter.extend({ path: z.string().min(1).max(1000) }), query: versionQuery },
  responses: { 200: json(fileSchema, 'The file') },
});

export const symbolsRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/symbols',
  operationId: 'findSymbols',
  tags: ['Files'],
  summary: 'Find definitions',
  description:
    'Finds definitions by name, or lists the outline of a file. Names match exactly, unless `match=prefix`.',
  'x-action': 'read',
  'x-errors': [...versionErrors, 'file_not_found'],
  request: {
    params: idParameter,
    query: versionQuery.extend({
      name: z.string().min(1).max(300).optional(),
      path: z.string().min(1).max(1000).optional().openapi({
        description: 'A file whose outline to return. Either `name` or `path` is required.',
      }),
      kind: z.string().max(50).optional(),
      match: z.enum(['exact', 'prefix']).optional().openapi({
        description:
          '`prefix` treats `name` as the beginning of a plain name or of a name after a dot: `Flask.ru`. An exact match comes first.',
      }),
      limit: z.coerce.number().int().min(1).max(100).optional().openapi({
        description: 'Maximum number of definitions for `match=prefix`. Default: 100.',
      }),
    }),
  },
  responses: {
    200: json(symbolListSchema, 'Definitions with this name, or in this file'),
  },
});
