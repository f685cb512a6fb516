/** Tokens on the wire: what is told of one is never the token. */
import { z } from '@hono/zod-openapi';

export const tokenBodySchema = z.object({ token: z.string().min(1).max(500) }).openapi('TokenBody');

export const tokenSchema = z
  .object({
    host: z.string(),
    login: z.string().openapi({ description: 'Whose it is over there.' }),
    createdAt: z.string(),
  })
  .openapi('Token');

export const tokenListSchema = z.object({ tokens: z.array(tokenSchema) }).openapi('TokenList');

export type Token = z.infer<typeof tokenSchema>;
