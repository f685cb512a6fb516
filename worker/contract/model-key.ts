/** The header a key of one's own travels in, as the routes that take one describe it. */
import { z } from '@hono/zod-openapi';

export const modelKeyHeaders = z.object({
  'x-model-key': z.string().optional().openapi({
    description:
      'A key of one’s own for the vendor of the model that is named (openai, groq, google or anthropic): sent to it alone, for this request alone, and not kept.',
  }),
});
