/** What a delivery of a webhook is answered with. */
import { z } from '@hono/zod-openapi';

export const deliverySchema = z
  .object({
    /** Repositories whose refresh it started. */
    refreshed: z.array(z.string()).optional(),
    /** Repositories whose refresh begins when the one at work has ended. */
    waiting: z.array(z.string()).optional(),
    /** Repositories of which something else is known now: their name, or that they are gone. */
    updated: z.array(z.string()).optional(),
    ignored: z.string().optional().openapi({ description: 'Why nothing was done.' }),
  })
  .openapi('Delivery');

export type Delivery = z.infer<typeof deliverySchema>;
