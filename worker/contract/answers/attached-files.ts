/** Files attached to a question, on the wire. */
import { z } from '@hono/zod-openapi';
import { attachmentLimits } from '../../core/answers/evidence.ts';

const { files, fileBytes, bytes } = attachmentLimits;
/** Maximum bytes of a request with a question and files: JSON escapes a control character with six characters. */
export const questionWithFilesBytes = 6 * bytes + 65_536;
const countBytes = (text: string): number => new TextEncoder().encode(text).byteLength;

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
        .min(1, 'must not be empty')
        .refine((text) => countBytes(text) <= fileBytes, `must be at most ${fileBytes} bytes of UTF-8`)
        .refine((text) => !text.includes('\u0000'), 'must be text'),
    }),
  )
  .max(files)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'names must differ')
  .refine(
    (all) => all.reduce((sum, { text }) => sum + countBytes(text), 0) <= bytes,
    `must be at most ${bytes} bytes in total`,
  )
  .openapi({ description: 'Files to read and cite together with the repository, for this turn only.' });
