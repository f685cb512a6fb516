/** Files that come with a question, on the wire, and lines of them as evidence. */
import { z } from '@hono/zod-openapi';
import { attachmentLimits } from '../../core/answers/evidence.ts';

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
