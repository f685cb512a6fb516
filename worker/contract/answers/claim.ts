/** Claims on the wire, each with its state and checks, and the timings of an answer. */
import { z } from '@hono/zod-openapi';
import { claimStates, type AnswerTimings, type Claim as CoreClaim } from '../../core/answers/claim.ts';

export type { AnswerTimings, ClaimState } from '../../core/answers/claim.ts';

/** The name of a check is any string, so that a new check does not break clients. */
export const claimSchema = z
  .object({
    id: z.string(),
    text: z.string(),
    state: z.enum(claimStates),
    citations: z.array(z.string()).openapi({ description: 'Evidence ids.' }),
    checks: z
      .array(z.object({ check: z.string(), passed: z.boolean(), detail: z.string() }))
      .openapi({ description: 'Each check and its outcome. They explain the state of the claim.' }),
    judgment: z
      .object({
        verdict: z.enum(['confirmed', 'disputed']),
        model: z.string(),
        quotation: z.string().optional(),
      })
      .optional()
      .openapi({
        description:
          'What a judging model said about the meaning of the claim. `quotation` holds the words of the evidence that decide.',
      }),
  })
  .openapi('Claim') satisfies z.ZodType<Omit<CoreClaim, 'checks' | 'judgment'>>;

export const answerTimingsSchema = z.object({
  retrieveMs: z.number(),
  firstPartMs: z.number(),
  totalMs: z.number(),
}) satisfies z.ZodType<AnswerTimings>;

export type Claim = z.infer<typeof claimSchema>;
