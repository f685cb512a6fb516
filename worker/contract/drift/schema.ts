/** Drift of citations on the wire: those of a conversation, or those that a client stores itself. */
import { z } from '@hono/zod-openapi';
import { driftStates } from '../../core/history/drift.ts';

export type { DriftState } from '../../core/history/drift.ts';

/** Maximum citations of one request, and characters of one and of all: each is searched in several files. */
const maxCitations = 500;
const maxCharacters = 100_000;
const maxTotalCharacters = 400_000;

const stateSchema = z.enum(driftStates).openapi({
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

const snapshotReferenceSchema = z.object({
  snapshotId: z.string(),
  commit: z.string(),
  ref: z.string().nullable(),
});

const unchecked = z
  .int()
  .openapi({ description: 'Sources left out, since it would have taken too much to tell of them.' });

const turnDriftSchema = z.object({
  turn: z.string(),
  answered: snapshotReferenceSchema
    .nullable()
    .openapi({ description: 'What it was asked of; null where that is no longer kept.' }),
  asOf: snapshotReferenceSchema.openapi({
    description: 'The newest ready snapshot of the same branch or tag.',
  }),
  citations: z.array(citationDriftSchema),
  unchecked,
});

export const conversationDriftSchema = z
  .object({
    asOf: snapshotReferenceSchema.openapi({ description: 'That of the last turn.' }),
    turns: z.array(turnDriftSchema),
  })
  .openapi('ConversationDrift');

const citedLinesSchema = z
  .object({
    id: z.string().min(1).max(200).openapi({ description: 'By which the answer names it.' }),
    kind: z.enum(['code', 'docs']).optional(),
    path: z.string().min(1).max(4_096),
    startLine: z.int().min(1),
    endLine: z.int().min(1),
    text: z.string().max(maxCharacters),
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

const citedCommitSchema = z.object({ id: z.string().min(1).max(200), kind: z.literal('commit') });

export const driftRequestSchema = z
  .object({
    version: z.string().min(1).max(200).optional().openapi({
      description: 'What they are checked against; the newest that is ready when left out.',
    }),
    citations: z
      .array(z.union([citedCommitSchema, citedLinesSchema]))
      .min(1)
      .max(maxCitations)
      .refine(
        (all) =>
          all.reduce((sum, one) => sum + ('text' in one ? one.text.length : 0), 0) <= maxTotalCharacters,
        `must not hold more than ${maxTotalCharacters} characters of text in all`,
      )
      .openapi({
        description: `Evidence as an answer gave it; other fields of it are let pass. At most ${maxTotalCharacters} characters of text in all.`,
      }),
  })
  .openapi('DriftRequest');

export const citationsDriftSchema = z
  .object({ asOf: snapshotReferenceSchema, citations: z.array(citationDriftSchema), unchecked })
  .openapi('CitationsDrift');

export type CitationDrift = z.infer<typeof citationDriftSchema>;
export type SnapshotReference = z.infer<typeof snapshotReferenceSchema>;
export type TurnDrift = z.infer<typeof turnDriftSchema>;
export type ConversationDrift = z.infer<typeof conversationDriftSchema>;
export type DriftRequest = z.infer<typeof driftRequestSchema>;
export type CitationsDrift = z.infer<typeof citationsDriftSchema>;
