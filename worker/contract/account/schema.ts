/** The viewer, preferences, the account and its conversations on the wire. */

import { z } from '@hono/zod-openapi';
import { nextCursor } from '../pages.ts';
import { preferredSources, preferredStyles, themes } from '../../core/preferences.ts';
import { languageSchema } from '../answers/schema.ts';

export const meSchema = z
  .object({
    viewer: z.object({
      kind: z.enum(['local', 'anonymous', 'user', 'key', 'publishable']),
      id: z.string().optional().openapi({ description: 'The id of the user.' }),
      name: z.string().optional(),
      email: z.string().optional(),
      isAdmin: z.boolean(),
    }),
    hasAccounts: z.boolean().openapi({ description: 'Whether people can sign in to this deployment.' }),
  })
  .openapi('Me');

export const preferencesSchema = z
  .strictObject({
    theme: z.enum(themes),
    model: z.string().min(1).max(200).nullable(),
    answerStyle: z.enum(preferredStyles).default('standard'),
    language: languageSchema
      .nullable()
      .default(null)
      .openapi({ description: 'A BCP 47 tag; null for English.' }),
    source: z.enum(preferredSources).default('index').openapi({
      description:
        'Where the app asks about a repository from GitHub: `index`, or `live` for its current state on GitHub.',
    }),
  })
  .openapi('Preferences');

const listedConversationSchema = z.object({
  id: z.string(),
  repositoryId: z.string(),
  repositoryName: z.string(),
  title: z.string(),
  createdAt: z.string(),
  askedAt: z.string(),
  bookmarked: z.boolean(),
});

export const conversationListSchema = z
  .object({
    conversations: z.array(listedConversationSchema),
    next: nextCursor,
  })
  .openapi('Conversations');

export const conversationChangeSchema = z
  .strictObject({ title: z.string().trim().min(1).max(200).optional(), bookmarked: z.boolean().optional() })
  .openapi('ConversationChange');

const contentsSchema = z.object({
  repositories: z.int(),
  conversations: z.int(),
  keys: z.int(),
  shares: z.int(),
  feedback: z.int(),
  tokens: z.int(),
});

export const accountSchema = contentsSchema
  .extend({
    email: z.string(),
    name: z.string(),
    isAdmin: z.boolean(),
    signInMethods: z.array(z.enum(['password', 'github', 'code'])),
  })
  .openapi('Account');

export const deleteAccountSchema = z
  .strictObject({
    confirm: z.string().max(320).openapi({ description: 'The e-mail address of the account.' }),
  })
  .openapi('DeleteAccount');

export const deletedAccountSchema = z
  .object({ removed: contentsSchema })
  .openapi('DeletedAccount', { description: 'What was deleted with the account.' });

export const adoptedSchema = z
  .object({ adopted: z.int().openapi({ description: 'Number of conversations that were moved.' }) })
  .openapi('Adopted');

export type Me = z.infer<typeof meSchema>;
export type WirePreferences = z.infer<typeof preferencesSchema>;
export type ConversationList = z.infer<typeof conversationListSchema>;
export type ConversationChange = z.infer<typeof conversationChangeSchema>;
export type AccountDetails = z.infer<typeof accountSchema>;
export type DeletedAccount = z.infer<typeof deletedAccountSchema>;
