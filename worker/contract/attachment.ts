/** Files that come with a question, on the wire, and lines of them as evidence. */
import { z } from '@hono/zod-openapi';
import { attachmentLimits } from '../core/attachment.ts';
import { instructsSchema } from './instructs.ts';

const { files, fileBytes, bytes } = attachmentLimits;
/** Of a request with a question and files: JSON writes a control character of a file as six. */
export const questionWithFilesBytes = 6 * bytes + 65_536;
const bytesOf = (text: string): number => new TextEncoder().encode(text).byteLength;

export const attachedFilesSchema = z
  .array(
    z.strictObject({
      name: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .regex(/^[^\p{C}`[\]]+$/u, 'must be one line without backticks or square brackets'),
      text: z
        .string()
        .min(1, 'must hold something')
        .refine((text) => bytesOf(text) <= fileBytes, `must be at most ${fileBytes} bytes of UTF-8`)
        .refine((text) => !text.includes('\u0000'), 'must be text'),
    }),
  )
  .max(files)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'names must differ')
  .refine(
    (all) => all.reduce((sum, { text }) => sum + bytesOf(text), 0) <= bytes,
    `must be at most ${bytes} bytes together`,
  )
  .openapi({ description: 'Read and cited beside the repository, in this turn alone.' });

export const attachmentEvidenceSchema = z
  .object({
    id: z.string(),
    kind: z.literal('attachment'),
    path: z.string().openapi({ description: 'The file’s name as it was given.' }),
    startLine: z.int(),
    endLine: z.int(),
    hash: z.string().openapi({ description: 'SHA-256 of the whole file’s UTF-8.' }),
    spanHash: z.string().openapi({ description: 'SHA-256 of the UTF-8 of the cited lines.' }),
    text: z.string(),
    instructs: instructsSchema,
    score: z.number(),
  })
  .openapi('AttachmentEvidence');

export type AttachmentEvidence = z.infer<typeof attachmentEvidenceSchema>;
