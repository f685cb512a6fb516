/** Grep on the wire. */
import { z } from '@hono/zod-openapi';
import { rangeSchema } from './text-range.ts';

export const grepRequestSchema = z
  .strictObject({
    pattern: z.string().min(1).max(1000).openapi({ description: 'RE2 syntax.' }),
    paths: z.array(z.string()).max(50).optional(),
    languages: z.array(z.string()).max(50).optional(),
    ignoreCase: z.boolean().optional(),
    context: z
      .int()
      .min(0)
      .max(10)
      .optional()
      .openapi({ description: 'Number of lines before and after each match.' }),
    limit: z.int().min(1).max(1000).optional(),
    version: z.string().optional(),
  })
  .openapi('GrepRequest');

export const grepResponseSchema = z
  .object({
    total: z
      .int()
      .openapi({ description: 'Number of matching lines found; all that exist unless `truncated`.' }),
    truncated: z.boolean(),
    truncatedBy: z.enum(['limit', 'time']).optional(),
    matches: z.array(
      z.object({
        path: z.string(),
        line: z.int(),
        language: z.string(),
        text: z.string(),
        ranges: z
          .array(rangeSchema)
          .openapi({ description: 'Matched parts of `text`: UTF-16 offsets, end exclusive.' }),
        before: z.array(z.string()).optional(),
        after: z.array(z.string()).optional(),
      }),
    ),
    filesSearched: z.int(),
    damaged: z.array(z.string()).optional().openapi({
      description: 'Files that were not searched because their stored text does not match its hash.',
    }),
    notes: z.array(z.string()).optional(),
    totalMs: z.number(),
  })
  .openapi('GrepResponse');

export type GrepRequest = z.infer<typeof grepRequestSchema>;
export type GrepResponse = z.infer<typeof grepResponseSchema>;
