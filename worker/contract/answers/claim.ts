/** A claim of an answer on the wire, with its state and what was checked; and how long an answer took. */
import { z } from '@hono/zod-openapi';

export const claimStateSchema = z.enum([
  'pending',
  'verified',
  'repaired',
  'partial',
  'unsupported',
  'uncited',
]);

export const claimSchema = z
  .object({
    id: z.string(),
    text: z.string(),
    state: claimStateSchema,
    citations: z.array(z.string()).openapi({ description: 'Evidence ids.' }),
    checks: z
      .array(z.object({ check: z.string(), passed: z.boolean(), detail: z.string() }))
      .openapi({ description: 'What was checked, for a reader who asks why a claim is marked as it is.' }),
  })
  .openapi('Claim');

export const answerTimingsSchema = z.object({
  retrieveMs: z.number(),
  firstPartMs: z.number(),
  totalMs: z.number(),
});

export type Claim = z.infer<typeof claimSchema>;
export type ClaimState = z.infer<typeof claimStateSchema>;
export type AnswerTimings = z.infer<typeof answerTimingsSchema>;
