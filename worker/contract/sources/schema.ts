/** Sources on the wire: pasted text and its preview, tokens, and webhook deliveries. */
import { z } from '@hono/zod-openapi';
import { historyDepths } from '../../core/repositories/source.ts';

/** Keeps control characters out of logs and pages. */
const printable = /^\P{Cc}+$/u;

export const addSourceSchema = z
  .object({
    source: z.string().min(1).max(2_000).openapi({
      description:
        '`owner/name`, with `@ref` or without, any address on github.com, or the http(s) address documentation begins at.',
    }),
    ref: z.string().min(1).max(200).regex(printable, 'must hold no control characters').optional(),
    subdirectory: z.string().min(1).max(500).optional(),
    history: z.enum(historyDepths).optional().openapi({
      description:
        'How much of its past is fetched: the last twelve months (`recent`, when left out), all, or nothing.',
    }),
  })
  .openapi('AddSource');

export const sourceQuerySchema = z.object({ source: z.string().min(1).max(2_000) });

export const hostedPreviewSchema = z
  .object({
    kind: z.literal('github'),
    name: z.string().openapi({ description: 'As it will be called here, spelled as the host spells it.' }),
    url: z.string(),
    description: z.string(),
    kilobytes: z.number().openapi({ description: 'Of the whole repository over there, history included.' }),
    private: z.boolean(),
    archived: z.boolean(),
    defaultBranch: z.string(),
    ref: z.string().nullable().openapi({ description: 'The branch, tag or commit that was pasted with it.' }),
    subdirectory: z.string().nullable(),
    branches: z.array(z.string()).openapi({ description: 'A hundred at most.' }),
    tags: z.array(z.string()).openapi({ description: 'A hundred at most.' }),
    indexed: z
      .object({
        id: z.string(),
        commit: z.string().nullable().openapi({ description: 'Null where this ref is not.' }),
        behind: z.boolean().openapi({ description: 'Whether the host has a newer state of it.' }),
      })
      .nullable(),
  })
  .openapi('HostedPreview');

export const webPreviewSchema = z
  .object({
    kind: z.literal('web'),
    start: z.string(),
    name: z.string().openapi({ description: 'As it is called here, or will be.' }),
    maxPages: z.int().openapi({ description: 'Pages this server takes of one documentation.' }),
    maxDepth: z.int().openapi({ description: 'Links it follows from the start.' }),
    didYouMean: z.string().optional().openapi({
      description: 'The repository on GitHub that may be meant: the host is a letter or two off.',
    }),
    maxSeconds: z.int().openapi({ description: 'After which it indexes what it has.' }),
    indexed: z
      .object({
        id: z.string(),
        refreshAllowedAt: z.string().nullable().openapi({
          description: 'When it may be crawled again, where that is not now.',
        }),
      })
      .nullable(),
  })
  .openapi('WebPreview');

export const tokenBodySchema = z.object({ token: z.string().min(1).max(500) }).openapi('TokenBody');

export const tokenSchema = z
  .object({
    host: z.string(),
    login: z.string().openapi({ description: 'Whose it is over there.' }),
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
