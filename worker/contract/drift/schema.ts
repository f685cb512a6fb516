/** What has become of citations, on the wire: those of a conversation, or those a client kept itself. */
import { z } from '@hono/zod-openapi';

/** Citations of one request, characters of one, and of all of them: each is looked for in several files. */
const maxCitations = 500;
const maxText = 100_000;
const maxTexts = 400_000;

const stateSchema = z.enum(['same', 'moved', 'edited', 'deleted']).openapi({
  description:
    '`same`: the text stands at the same lines of the same file, or is a commit’s. `moved`: it stands elsewhere, whole. `edited`: a part of it is still there. `deleted`: too little of it is.',
});

const citationDriftSchema = z.object({
  evidence: z.string().openapi({ description: 'The evidence’s id in its turn, or the client’s own.' }),
  state: stateSchema,
  path: z.string().optional(),
  startLine: z.int().optional(),
  endLine: z.int().optional(),
  share: z.number().optional().openapi({
    description:
      'Of what was edited: how much of it is still there, 0 to 1, by lines, or by words where few lines are whole.',
  }),
  url: z.string().optional().openapi({ description: 'Opens it in the app where it is now.' }),
});

const stateOfCodeSchema = z.object({
  snapshotId: z.string(),
  commit: z.string(),
  ref: z.string().nullable(),
});

const unchecked = z
  .int()
  .openapi({ description: 'Sources left out, since it would have taken too much to tell of them.' });

const turnDriftSchema = z.object({
  turn: z.string(),
  answered: stateOfCodeSchema
    .nullable()
    .openapi({ description: 'What it was asked of; null where that is no longer kept.' }),
  asOf: stateOfCodeSchema.openapi({ description: 'The newest ready snapshot of the same branch or tag.' }),
  citations: z.array(citationDriftSchema),
  unchecked,
});

export const conversationDriftSchema = z
  .object({
    asOf: stateOfCodeSchema.openapi({ description: 'That of the last turn.' }),
    turns: z.array(turnDriftSchema),
  })
  .openapi('ConversationDrift');

const heldLinesSchema = z
  .object({
    id: z.string().min(1).max(200).openapi({ description: 'By which the answer names it.' }),
    kind: z.enum(['code', 'docs']).optional(),
    path: z.string().min(1).max(4_096),
    startLine: z.int().min(1),
    endLine: z.int().min(1),
    text: z.string().max(maxText),
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of the file, in hexadecimal digits')
      .optional()
      .openapi({ description: 'Of the whole file: tells at once that nothing has changed.' }),
    symbol: z.string().max(1_000).optional(),
  })
  .refine(({ startLine, endLine }) => startLine <= endLine, {
    message: 'must not be before startLine',
    path: ['endLine'],
  });

const heldCommitSchema = z.object({ id: z.string().min(1).max(200), kind: z.literal('commit') });

export const driftRequestSchema = z
  .object({
    version: z.string().min(1).max(200).optional().openapi({
      description: 'What they are checked against; the newest that is ready when left out.',
    }),
    citations: z
      .array(z.union([heldCommitSchema, heldLinesSchema]))
      .min(1)
      .max(maxCitations)
      .refine(
        (all) => all.reduce((sum, one) => sum + ('text' in one ? one.text.length : 0), 0) <= maxTexts,
        `must not hold more than ${maxTexts} characters of text in all`,
      )
      .openapi({
        description: `Evidence as an answer gave it; other fields of it are let pass. At most ${maxTexts} characters of text in all.`,
      }),
  })
  .openapi('DriftRequest');

export const citationsDriftSchema = z
  .object({ asOf: stateOfCodeSchema, citations: z.array(citationDriftSchema), unchecked })
  .openapi('CitationsDrift');

export type DriftState = z.infer<typeof stateSchema>;
export type CitationDrift = z.infer<typeof citationDriftSchema>;
export type StateOfCode = z.infer<typeof stateOfCodeSchema>;
export type TurnDrift = z.infer<typeof turnDriftSchema>;
export type ConversationDrift = z.infer<typeof conversationDriftSchema>;
export type DriftRequest = z.infer<typeof driftRequestSchema>;
export type CitationsDrift = z.infer<typeof citationsDriftSchema>;
