/** Sources on the wire: pasted text and its preview, tokens, and webhook deliveries. */
import { z } from '@hono/zod-openapi';
import { historyDepths } from '../../core/repositories/source.ts';

/** Keeps control characters out of logs and pages. */
const printable = /^\P{Cc}+$/u;

export const addSourceSchema = z
  .strictObject({
    source: z.string().min(1).max(2_000).openapi({
      description:
        '`owner/name`, optionally with `@ref`; any github.com address; or the http(s) address where documentation begins.',
    }),
    ref: z.string().min(1).max(200).regex(printable, 'must not contain control characters').optional(),
    subdirectory: z.string().min(1).max(500).optional(),
    history: z.enum(historyDepths).optional().openapi({
      description: 'How much history to fetch: the last twelve months (`recent`, default), all, or none.',
    }),
  })
  .openapi('AddSource');

export const sourceQuerySchema = z.object({ source: z.string().min(1).max(2_000) });

export const hostedPreviewSchema = z
  .object({
    kind: z.literal('github'),
    name: z
      .string()
      .openapi({ description: 'Name of the repository on this server, spelled as on the host.' }),
    url: z.string(),
    description: z.string(),
    kilobytes: z
      .number()
      .openapi({ description: 'Size of the whole repository on the host, including history.' }),
    private: z.boolean(),
    archived: z.boolean(),
    defaultBranch: z.string(),
    ref: z.string().nullable().openapi({ description: 'The branch, tag or commit in the given address.' }),
    subdirectory: z.string().nullable(),
    branches: z.array(z.string()).openapi({ description: 'At most 100.' }),
    tags: z.array(z.string()).openapi({ description: 'At most 100.' }),
    indexed: z
      .object({
        id: z.string(),
        commit: z
          .string()
          .nullable()
          .openapi({ description: 'The indexed commit; null if this ref is not indexed.' }),
        behind: z.boolean().openapi({ description: 'Whether the host has a newer state.' }),
      })
      .nullable(),
  })
  .openapi('HostedPreview');

export const webPreviewSchema = z
  .object({
    kind: z.literal('web'),
    start: z.string(),
    name: z.string().openapi({ description: 'Name of the documentation on this server.' }),
    maxPages: z.int().openapi({
      description: 'Maximum number of pages that this server indexes for one documentation site.',
    }),
    maxDepth: z.int().openapi({ description: 'Maximum number of links that it follows from the start.' }),
    didYouMean: z.string().optional().openapi({
      description:
        'A GitHub repository that may be intended, because the host differs from github.com by one or two letters.',
    }),
    maxSeconds: z.int().openapi({ description: 'Seconds after which the server indexes what it has.' }),
    indexed: z
      .object({
        id: z.string(),
        refreshAllowedAt: z.string().nullable().openapi({
          description: 'When it may be crawled again; null if it may be now.',
        }),
      })
      .nullable(),
  })
  .openapi('WebPreview');

export const tokenBodySchema = z.strictObject({ token: z.string().min(1).max(500) }).openapi('TokenBody');

export const tokenSchema = z
  .object({
    host: z.string(),
    login: z.string().openapi({ description: 'Owner of the token on the host.' }),
    createdAt: z.string(),
  })
  .openapi('Token');

export const tokenListSchema = z.object({ tokens: z.array(tokenSchema) }).openapi('TokenList');

export const deliverySchema = z
  .object({
    /** Repositories whose refresh began. */
    refreshed: z.array(z.string()).optional(),
    /** Repositories whose refresh begins after the running one. */
    waiting: z.array(z.string()).optional(),
    /** Repositories that were renamed or deleted. */
    updated: z.array(z.string()).optional(),
    ignored: z.string().optional().openapi({ description: 'Why nothing was done.' }),
  })
  .openapi('Delivery');

export type AddSource = z.infer<typeof addSourceSchema>;
export type SourcePreview = z.infer<typeof hostedPreviewSchema> | z.infer<typeof webPreviewSchema>;
export type Token = z.infer<typeof tokenSchema>;
export type Delivery = z.infer<typeof deliverySchema>;
