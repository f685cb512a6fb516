/** The routes that import and read history. */

import { z } from '@hono/zod-openapi';
import {
  commitDiffSchema,
  commitSchema,
  historyRequestSchema,
  historySchema,
  maxDiffFiles,
  timelineSchema,
} from './schema.ts';
import {
  exportedCommitsSchema,
  exportedOriginsSchema,
  historyEndSchema,
  historyReceivedSchema,
  historyStateSchema,
  missingHistoryRequestSchema,
  missingHistorySchema,
  maxImportBytes,
} from './import-schema.ts';
import {
  body,
  createRoute,
  idParameter,
  json,
  problem,
  repositoryProblems,
  versionQuery,
} from '../create-route.ts';

/** The snapshot whose history is imported. */
const snapshotQuery = z.object({
  version: z.string().min(1).max(200).openapi({ description: 'Id of the snapshot.' }),
});

const importRoute = <Name extends string, Schema extends z.ZodType>(name: Name, schema: Schema) =>
  ({
    method: 'post',
    path: `/v1/repositories/{id}/history/${name}` as const,
    'x-action': 'index',
    'x-max-body-bytes': maxImportBytes,
    request: { params: idParameter, query: snapshotQuery, body: body(schema) },
  }) as const;
const importProblems = { ...repositoryProblems, 413: problem('The body is too large') };

export const missingHistoryRoute = createRoute({
  ...importRoute('wanted', missingHistoryRequestSchema),
  responses: {
    200: json(missingHistorySchema, 'Commits and files that the server does not have yet'),
    ...importProblems,
  },
});

export const historyCommitsRoute = createRoute({
  ...importRoute('commits', exportedCommitsSchema),
  responses: {
    200: json(historyReceivedSchema, 'Commits stored, newest first; those already present are unchanged'),
    ...importProblems,
  },
});

export const historyOriginsRoute = createRoute({
  ...importRoute('origins', exportedOriginsSchema),
  responses: {
    200: json(historyReceivedSchema, 'Line history stored; existing entries of the same files are replaced'),
    ...importProblems,
  },
});

export const historyEndRoute = createRoute({
  ...importRoute('end', historyEndSchema),
  responses: {
    200: json(historyStateSchema, 'The import is complete; the call may be repeated after a later import'),
    ...importProblems,
  },
});

export const historyStateRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/history/state',
  'x-action': 'read',
  request: { params: idParameter, query: versionQuery },
  responses: { 200: json(historyStateSchema, 'How much of the history is known'), ...repositoryProblems },
});

export const timelineRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/timeline',
  'x-action': 'read',
  request: {
    params: idParameter,
    query: versionQuery.extend({
      path: z.string().max(4_096).optional().openapi({
        description: 'A file, followed across renames, or a folder. Default: everything.',
      }),
      before: z
        .string()
        .regex(/^[0-9a-f]{7,64}$/, 'must be a commit id')
        .optional()
        .openapi({ description: '`next` of the previous page.' }),
      limit: z.coerce.number().int().min(1).max(200).optional().openapi({ description: 'Default: 50.' }),
    }),
  },
  responses: { 200: json(timelineSchema, 'Commits, newest first'), ...repositoryProblems },
});

const commitParameters = idParameter.extend({
  commit: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/i, 'must be a commit id, or seven digits and more of its beginning'),
});

export const commitDiffRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/commits/{commit}/diff',
  'x-action': 'read',
  request: {
    params: commitParameters,
    query: versionQuery.extend({
      after: z
        .string()
        .max(4_096)
        .optional()
        .openapi({ description: '`next` of the previous page: the path of its last file.' }),
      path: z.string().min(1).max(4_096).optional().openapi({
        description: 'A file of the version. With `startLine`, its lines are found in the diff.',
      }),
      startLine: z.coerce.number().int().min(1).optional(),
      endLine: z.coerce.number().int().min(1).optional().openapi({ description: 'Default: `startLine`.' }),
      limit: z.coerce
        .number()
        .int()
        .min(1)
        .max(maxDiffFiles)
        .optional()
        .openapi({ description: 'Maximum number of files. Default: 100.' }),
    }),
  },
  responses: {
    200: json(commitDiffSchema, 'The lines that the commit changed, with secrets masked'),
    ...repositoryProblems,
  },
});

export const commitRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/commits/{commit}',
  'x-action': 'read',
  request: { params: commitParameters, query: versionQuery },
  responses: { 200: json(commitSchema, 'The commit and the files it changed'), ...repositoryProblems },
});

export const historyRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/history',
  'x-action': 'read',
  request: { params: idParameter, body: body(historyRequestSchema) },
  responses: {
    200: json(
      historySchema,
      'Commits that answer the question, best first, and where the known history ends',
    ),
    ...repositoryProblems,
  },
});
