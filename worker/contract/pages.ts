/** Pages of lists: `cursor` and `limit` in, `next` out. */

import { z } from '@hono/zod-openapi';

export const maxPage = 200;

export const cursorParameter = z
  .string()
  .max(200)
  .optional()
  .openapi({ description: '`next` of the previous page. Default: the first page.' });

/** For lists that are complete without a limit. */
export const pageQuery = z.object({
  cursor: cursorParameter,
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxPage)
    .optional()
    .openapi({ description: 'Maximum number of entries. Default: all.' }),
});

export const nextCursor = z
  .string()
  .nullable()
  .openapi({ description: 'The cursor of the next page; null on the last one.' });

export type PageQuery = z.infer<typeof pageQuery>;
