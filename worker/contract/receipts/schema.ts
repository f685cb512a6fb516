/** Signed receipts on the wire. `npx wherefore verify` checks a receipt offline in a clone. */
import { z } from '@hono/zod-openapi';
import { receiptFormat, type Receipt as CoreReceipt } from '../../core/answers/receipt.ts';
import { sourceKinds } from '../../core/repositories/source.ts';
import { answerTimingsSchema, claimSchema } from '../answers/claim.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const receiptSchema = z
  .object({
    format: z.literal(receiptFormat),
    id: z.string(),
    issuedAt: z.string(),
    repository: z.object({
      id: z.string(),
      name: z.string(),
      kind: z.enum(sourceKinds),
      source: z.string().nullable().openapi({ description: 'Address of the source; null for an upload.' }),
    }),
    snapshot: z.object({ id: z.string(), ref: z.string().nullable(), commit: z.string() }),
    question: z.string(),
    answered: z.string(),
    refused: z.boolean(),
    answerer: z.string(),
    degraded: z.string().nullable(),
    textHash: sha256.openapi({ description: 'SHA-256 of `answer` as UTF-8.' }),
    claims: z.array(claimSchema),
    spans: z.array(
      z.object({
        evidence: z.string(),
        kind: z.enum(['code', 'docs']),
        path: z.string(),
        startLine: z.int(),
        endLine: z.int(),
        commit: z.string(),
        fileHash: sha256,
        spanHash: sha256,
        url: z.string(),
      }),
    ),
    records: z.array(
      z.object({
        evidence: z.string(),
        kind: z.enum(['commit', 'pull-request', 'issue']),
        name: z.string().openapi({ description: 'Commit id, or number of the discussion.' }),
        hash: sha256,
        pullRequest: z
          .int()
          .nullable()
          .openapi({ description: 'For a commit, the pull request number in its record; otherwise null.' }),
        isMasked: z.boolean().openapi({
          description:
            'Whether a secret is masked in the text. If so, the hash cannot be recomputed from the original.',
        }),
        url: z.string().nullable(),
      }),
    ),
    attachments: z.array(
      z.object({
        evidence: z.string(),
        name: z.string(),
        startLine: z.int(),
        endLine: z.int(),
        fileHash: sha256,
        spanHash: sha256,
      }),
    ),
    timings: answerTimingsSchema,
    build: z.string(),
    signature: z.object({
      algorithm: z.literal('Ed25519'),
      keyId: z.string().openapi({ description: 'RFC 7638 thumbprint of the public key.' }),
      publicKey: z.string().openapi({ description: 'Base64url of the key’s 32 bytes.' }),
      value: z.string().openapi({
        description:
          'Base64url signature over the receipt without `signature`, as canonical JSON (RFC 8785).',
      }),
    }),
  })
  .openapi('Receipt') satisfies z.ZodType<Omit<CoreReceipt, 'claims'>>;

export const publicKeysSchema = z
  .object({
    keys: z.array(
      z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string(),
        kid: z.string(),
        use: z.literal('sig'),
        alg: z.literal('EdDSA'),
      }),
    ),
  })
  .openapi('PublicKeys');

export type Receipt = z.infer<typeof receiptSchema>;
export type PublicKeys = z.infer<typeof publicKeysSchema>;
