/** A range of a text on the wire. */
import { z } from '@hono/zod-openapi';

/** UTF-16 offsets, end exclusive. */
export const rangeSchema = z.object({ start: z.int(), end: z.int() });
