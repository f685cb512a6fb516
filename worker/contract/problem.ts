/** Errors on the wire: RFC 9457 problem details (`application/problem+json`). Callers branch on `code`. */
import { z } from '@hono/zod-openapi';

export const problemSchema = z
  .object({
    type: z.string().openapi({ example: 'https://wherefore.dev/problems/repository_not_found' }),
    title: z.string(),
    status: z.int(),
    detail: z.string().openapi({ description: 'What happened, with the value that caused it.' }),
    code: z.string(),
    fix: z.string().openapi({ description: 'What to do about it.' }),
    requestId: z.string(),
    details: z
      .record(z.string(), z.unknown())
      .optional()
      .openapi({ description: 'The problem as structured data.' }),
  })
  .openapi('Problem');

export type Problem = z.infer<typeof problemSchema>;
