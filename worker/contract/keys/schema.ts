/** API keys and usage on the wire. A secret is part of two responses only: when its key is created, and when it is rotated. */
import { z } from '@hono/zod-openapi';
import { maxGraceMs, maxKeyNameLength, maxKeyOrigins, maxKeyRepositories } from '../../core/keys.ts';
import { nextCursor } from '../pages.ts';
import { scopes } from '../../core/viewer.ts';

const maxCount = 1_000_000_000;
const maxGraceHours = maxGraceMs / 3_600_000;
const printable = /^\P{Cc}+$/u;
const wholeLimit = z.int().min(0).max(maxCount).optional();

export const keyLimitsSchema = z
  .strictObject({
    requestsPerMinute: wholeLimit,
    questionsPerDay: wholeLimit,
    tokensPerMonth: wholeLimit.openapi({ description: 'Tokens of the deployment’s models.' }),
    repositoriesPerDay: wholeLimit.openapi({ description: 'Added repositories.' }),
    dollarsPerDay: z.number().min(0).max(1_000_000).optional().openapi({
      description: 'Price of the deployment’s models.',
    }),
  })
  .openapi('KeyLimits', {
    description: 'Limits of the key, within those of its user. A missing one is that of the user.',
  });

const name = z.string().min(1).max(maxKeyNameLength).regex(printable, 'must not contain control characters');
const scopeList = z.array(z.enum(scopes)).max(scopes.length);
const repositoryList = z.array(z.string().min(1).max(100)).min(1).max(maxKeyRepositories);
const originList = z.array(z.string().min(1).max(300)).max(maxKeyOrigins);

export const createKeySchema = z
  .strictObject({
    kind: z.enum(['secret', 'publishable']).default('secret').openapi({
      description:
        '`secret` (`wf_…`) for programs. `publishable` (`wfp_…`) for the source of web pages: it reads and asks one public repository.',
    }),
    name: name.openapi({ example: 'Continuous integration' }),
    scopes: scopeList.optional().openapi({
      description:
        'What a secret key may do: `ask`, `search`, `read`, `index` (add and remove repositories), `admin` (keys, tokens and the account). Default: `ask`, `search` and `read`. A publishable key always has `ask` and `read`.',
    }),
    repositories: repositoryList.optional().openapi({
      description:
        'Ids of the only repositories that it may use. A publishable key has exactly one, which must be public. Default: all that its user may use.',
    }),
    origins: originList.optional().openapi({
      description: 'For a publishable key: origins of the pages that may use it.',
      example: ['https://docs.example.org'],
    }),
    limits: keyLimitsSchema.optional(),
    expiresAt: z.iso.datetime().optional(),
  })
  .openapi('CreateKey');

export const updateKeySchema = z
  .strictObject({
    name: name.optional(),
    scopes: scopeList.optional(),
    repositories: repositoryList
      .nullable()
      .optional()
      .openapi({ description: 'null: all that its user may use.' }),
    origins: originList.optional(),
    limits: keyLimitsSchema.optional(),
    expiresAt: z.iso.datetime().nullable().optional().openapi({ description: 'null: never.' }),
  })
  .openapi('UpdateKey', { description: 'A missing field is unchanged.' });

export const rotateKeySchema = z
  .strictObject({
    graceHours: z.number().min(0).max(maxGraceHours).default(0).openapi({
      description: 'Hours for which the earlier secret remains valid. 0: it ends at once.',
    }),
  })
  .openapi('RotateKey');

export const keySchema = z
  .object({
    id: z.string(),
    kind: z.enum(['secret', 'publishable']),
    name: z.string(),
    prefix: z.string().openapi({ description: 'The first characters of the secret.', example: 'wf_Ab3dE' }),
    scopes: z.array(z.enum(scopes)),
    repositories: z.array(z.string()).nullable().openapi({ description: 'null: all that its user may use.' }),
    origins: z.array(z.string()),
    limits: keyLimitsSchema,
    createdAt: z.string(),
    expiresAt: z.string().nullable(),
    lastUsedAt: z.string().nullable().openapi({ description: 'Precise to a minute.' }),
    revokedAt: z.string().nullable(),
  })
  .openapi('Key');

export const keyListSchema = z.object({ keys: z.array(keySchema), next: nextCursor }).openapi('KeyList');

export const createdKeySchema = z
  .object({
    key: keySchema,
    secret: z.string().openapi({ description: 'The key itself. It is not stored and not shown again.' }),
  })
  .openapi('CreatedKey');

const amounts = {
  requests: z.int(),
  questions: z.int(),
  tokens: z.int(),
  lines: z.int(),
  repositories: z.int(),
  dollars: z.number(),
};

export const usageSchema = z
  .object({
    limits: z.array(
      z.object({
        limit: z.enum([...keyLimitsSchema.keyof().options, 'linesPerDay']),
        max: z.number(),
        used: z.number().openapi({ description: 'Includes what running work may still use.' }),
        left: z.number(),
        resetsAt: z.string(),
      }),
    ),
    days: z.array(z.object({ day: z.string(), ...amounts })).openapi({
      description: 'Days in UTC with any use, oldest first; at most the last 92.',
    }),
    total: z.object(amounts).openapi({ description: 'The sum of these days.' }),
  })
  .openapi('Usage');

export const accountUsageSchema = usageSchema
  .extend({
    questionsInTotal: z.int().openapi({
      description:
        'Questions that the account has asked since it exists, also with its keys and with its own model key; 0 without an account.',
    }),
  })
  .openapi('AccountUsage');

export type CreateKey = z.input<typeof createKeySchema>;
export type UpdateKey = z.input<typeof updateKeySchema>;
export type RotateKey = z.input<typeof rotateKeySchema>;
export type KeyLimits = z.infer<typeof keyLimitsSchema>;
export type Key = z.infer<typeof keySchema>;
export type KeyList = z.infer<typeof keyListSchema>;
export type CreatedKey = z.infer<typeof createdKeySchema>;
export type Usage = z.infer<typeof usageSchema>;
export type AccountUsage = z.infer<typeof accountUsageSchema>;
