/** Drift of citations on the wire: the citations of a conversation, or citations that a client stores itself. */
import { z } from '@hono/zod-openapi';
import { driftStates } from '../../core/history/drift.ts';

export type { DriftState } from '../../core/history/drift.ts';

/** Limits of one request: citations, characters of one citation, and characters in total. Each citation is searched in several files. */
const maxCitations = 500;
const maxCharacters = 100_000;
const maxTotalCharacters = 400_000;

const stateSchema = z.enum(driftStates).openapi({
  description:
    '`same`: the text is at the same lines of the same file, or the evidence is a commit. `moved`: the complete text is elsewhere. `edited`: part of the text remains. `deleted`: too little of the text remains.',
});

const citationDriftSchema = z.object({
  evidence: z
    .string()
    .openapi({ description: 'The evidence id in its turn, or the id that the client sent.' }),
  state: stateSchema,
  path: z.string().optional(),
  startLine: z.int().optional(),
  endLine: z.int().optional(),
  share: z.number().optional().openapi({
    description:
      'For edited text, the fraction that remains, from 0 to 1: by lines, or by words if few whole lines remain.',
  }),
  url: z.string().optional().openapi({ description: 'Opens the text at its current location in the app.' }),
});

const snapshotReferenceSchema = z.object({
  snapshotId: z.string(),
  commit: z.string(),
  ref: z.string().nullable(),
});

const unchecked = z
  .int()
  .openapi({ description: 'Number of sources not checked because checking them would take too long.' });

const turnDriftSchema = z.object({
  turn: z.string(),
  answered: snapshotReferenceSchema.nullable().openapi({
    description: 'The snapshot that the turn’s answer is based on; null if it is no longer stored.',
  }),
  asOf: snapshotReferenceSchema.openapi({
    description: 'The newest ready snapshot of the same branch or tag.',
  }),
  citations: z.array(citationDriftSchema),
  unchecked,
});

export const conversationDriftSchema = z
  .object({
    asOf: snapshotReferenceSchema.openapi({ description: 'The snapshot used for the last turn.' }),
    turns: z.array(turnDriftSchema),
  })
  .openapi('ConversationDrift');

const citedLinesSchema = z
  .object({
    id: z.string().min(1).max(200).openapi({ description: 'The id that the answer uses for this evidence.' }),
    kind: z.enum(['code', 'docs']).optional(),
    path: z.string().min(1).max(4_096),
    startLine: z.int().min(1),
    endLine: z.int().min(1),
    text: z.string().max(maxCharacters),
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be the SHA-256 of the file, in hexadecimal digits')
      .optional()
      .openapi({ description: 'SHA-256 of the whole file. If it matches, nothing has changed.' }),
    symbol: z.string().max(1_000).optional(),
  })
  .refine(({ startLine, endLine }) => startLine <= endLine, {
    message: 'must not be before startLine',
    path: ['endLine'],
  });

const citedCommitSchema = z.object({ id: z.string().min(1).max(200), kind: z.literal('commit') });

export const driftRequestSchema = z
  .strictObject({
    version: z.string().min(1).max(200).optional().openapi({
      description: 'The version to check against. Default: the newest ready one.',
    }),
    citations: z
      .array(z.union([citedCommitSchema, citedLinesSchema]))
      .min(1)
      .max(maxCitations)
      .refine(
        (all) =>
          all.reduce((sum, one) => sum + ('text' in one ? one.text.length : 0), 0) <= maxTotalCharacters,
        `must not contain more than ${maxTotalCharacters} characters of text in total`,
      )
      .openapi({
        description: `Evidence as returned with an answer; other fields are ignored. At most ${maxTotalCharacters} characters of text in total.`,
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
