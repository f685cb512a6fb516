/** Links to conversations on the wire. */

import { z } from '@hono/zod-openapi';
import { nextCursor } from '../pages.ts';
import { conversationSchema } from '../answers/conversation.ts';

export const maxShareDays = 365;

export const shareRequestSchema = z
  .strictObject({
    expiresInDays: z
      .int()
      .min(1)
      .max(maxShareDays)
      .optional()
      .openapi({ description: 'Omit it for a link that does not expire.' }),
  })
  .openapi('ShareRequest');

export const shareSchema = z
  .object({
    id: z.string(),
    repositoryId: z.string(),
    conversationId: z.string(),
    title: z.string().openapi({ description: 'The first question of the conversation.' }),
    createdAt: z.string(),
    expiresAt: z.string().nullable(),
  })
  .openapi('Share');

export const createdShareSchema = shareSchema
  .extend({ url: z.string().openapi({ description: 'The link. It is shown only now.' }) })
  .openapi('CreatedShare');

export const shareListSchema = z.object({ shares: z.array(shareSchema), next: nextCursor }).openapi('Shares');

export const sharedConversationSchema = z
  .object({
    title: z.string(),
    repositoryName: z.string(),
    expiresAt: z.string().nullable().openapi({ description: 'When the link expires; null if it does not.' }),
    conversation: conversationSchema,
  })
  .openapi('SharedConversation');

export type Share = z.infer<typeof shareSchema>;
export type CreatedShare = z.infer<typeof createdShareSchema>;
export type ShareList = z.infer<typeof shareListSchema>;
export type SharedConversation = z.infer<typeof sharedConversationSchema>;
