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
import { body, createRoute, idParameter, json, versionQuery } from '../create-route.ts';
import { hostErrors, textErrors, versionErrors } from '../document/errors.ts';
import type { Tag } from '../document/tags.ts';

/** The snapshot whose history is imported. */
const snapshotQuery = z.object({
  version: z.string().min(1).max(200).openapi({ description: 'Id of the snapshot.' }),
});

const tags: [Tag] = ['History import'];

const importRoute = <Name extends string, Schema extends z.ZodType>(name: Name, schema: Schema) =>
  ({
    tags,
    method: 'post',
    path: `/v1/repositories/{id}/history/${name}` as const,
    'x-action': 'index',
    'x-errors': ['version_not_found', 'not_ready'],
    'x-max-body-bytes': maxImportBytes,
    request: { params: idParameter, query: snapshotQuery, body: body(schema) },
  }) as const;

export const missingHistoryRoute = createRoute({
  ...importRoute('wanted', missingHistoryRequestSchema),
  operationId: 'listMissingHistory',
  summary: 'List the history that the server lacks',
  description:
    'Returns which of the offered commits and files the server does not have yet. Call it first, and send only those. A repository from a host gets its history there and refuses an import.',
  responses: { 200: json(missingHistorySchema, 'Commits and files that the server does not have yet') },
});

export const historyCommitsRoute = createRoute({
  ...importRoute('commits', exportedCommitsSchema),
  operationId: 'importCommits',
  summary: 'Import commits',
  description:
    'Stores commits with their messages and changed files. Send them newest first, in as many calls as the limit of the body needs. Commits that are stored already stay unchanged.',
  responses: {
    200: json(historyReceivedSchema, 'Commits stored, newest first; those already present are unchanged'),
  },
});

export const historyOriginsRoute = createRoute({
  ...importRoute('origins', exportedOriginsSchema),
  operationId: 'importLineHistory',
  summary: 'Import line history',
  description:
    'Stores for the lines of files which commits changed them. It replaces the entries of the same files. The lines must match the indexed files.',
  responses: {
    200: json(historyReceivedSchema, 'Line history stored; existing entries of the same files are replaced'),
  },
});

export const historyEndRoute = createRoute({
  ...importRoute('end', historyEndSchema),
  operationId: 'finishHistoryImport',
  summary: 'Finish an import of history',
  description:
    'Makes the imported commits visible, with the tags and the gaps of the history. Call it last; it may be repeated after a later import.',
  responses: {
    200: json(historyStateSchema, 'The import is complete; the call may be repeated after a later import'),
  },
});

export const historyStateRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/history/state',
  operationId: 'getHistoryState',
  tags: ['History'],
  summary: 'Read how much history is known',
  description: 'Returns the number of known commits, whether that is all of them, and the gaps.',
  'x-action': 'read',
  'x-errors': versionErrors,
  request: { params: idParameter, query: versionQuery },
  responses: { 200: json(historyStateSchema, 'How much of the history is known') },
});

const commitCursor = z
  .string()
  .regex(/^[0-9a-f]{7,64}$/, 'must be a commit id')
  .optional();

export const timelineRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/timeline',
  operationId: 'listCommits',
  tags: ['History'],
  summary: 'List commits',
  description: 'Lists the commits of a version, or those of a file across renames, newest first.',
  'x-action': 'read',
  'x-errors': versionErrors,
  request: {
    params: idParameter,
    query: versionQuery.extend({
      path: z.string().max(4_096).optional().openapi({
        description: 'A file, followed across renames, or a folder. Default: everything.',
      }),
      cursor: commitCursor.openapi({ description: '`next` of the previous page. Default: the newest.' }),
      before: commitCursor.openapi({ description: 'The earlier name of `cursor`.', deprecated: true }),
      limit: z.coerce.number().int().min(1).max(200).optional().openapi({ description: 'Default: 50.' }),
    }),
  },
  responses: { 200: json(timelineSchema, 'Commits, newest first') },
});

const commitParameters = idParameter.extend({
  commit: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/i, 'must be a commit id, or seven digits and more of its beginning'),
});

export const commitDiffRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/commits/{commit}/diff',
  operationId: 'getCommitDiff',
  tags: ['History'],
  summary: 'Read the diff of a commit',
  description:
    'Returns the lines that a commit changed, with secrets masked. If they are not stored, they are read from the host.',
  'x-action': 'read',
  'x-errors': [...versionErrors, 'commit_not_found', ...hostErrors],
  request: {
    params: commitParameters,
    query: versionQuery.extend({
      cursor: z
        .string()
        .max(4_096)
        .optional()
        .openapi({ description: '`next` of the previous page: the path of its last file.' }),
      after: z
        .string()
        .max(4_096)
        .optional()
        .openapi({ description: 'The earlier name of `cursor`.', deprecated: true }),
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
  },
});

export const commitRoute = createRoute({
  method: 'get',
  path: '/v1/repositories/{id}/commits/{commit}',
  operationId: 'getCommit',
  tags: ['History'],
  summary: 'Read a commit',
  description:
    'Returns the message of a commit, the files that it changed, and the pull request that merged it.',
  'x-action': 'read',
  'x-errors': [...versionErrors, 'commit_not_found'],
  request: { params: commitParameters, query: versionQuery },
  responses: { 200: json(commitSchema, 'The commit and the files it changed') },
});

export const historyRoute = createRoute({
  method: 'post',
  path: '/v1/repositories/{id}/history',
  operationId: 'findReasons',
  tags: ['History'],
  summary: 'Find the commits behind a question or lines',
  description:
    'Finds the commits that explain a question, or those that changed lines, a file or a definition, best first. Use it to learn why code is as it is.',
  'x-action': 'read',
  'x-errors': [...textErrors, 'file_not_found', 'symbol_not_found', 'commit_not_found'],
  request: { params: idParameter, body: body(historyRequestSchema) },
  responses: {
    200: json(
      historySchema,
      'Commits that answer the question, best first, and where the known history ends',
    ),
  },
});
