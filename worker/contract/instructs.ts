/** The mark on evidence that holds words addressed to a model, on the wire. */
import { z } from '@hono/zod-openapi';

export const instructsSchema = z.string().optional().openapi({
  description:
    'Words in it that are addressed to a model instead of to a reader. It is shown like any other; no claim is verified by it alone.',
});
