/** Health on the wire: the server's status, adapters and settings. */
import { z } from '@hono/zod-openapi';
import { createRoute, json } from './create-route.ts';

const healthSchema = z
  .object({
    status: z.enum(['ok', 'degraded']),
    version: z.string(),
    mode: z.enum(['open', 'hosted']),
    adapters: z.object({
      embedder: z.string(),
      vectorIndex: z.string(),
      reranker: z.string(),
      textIndex: z.string(),
      generator: z.string(),
      parser: z.string(),
      blobStore: z.string(),
      jobQueue: z.string(),
    }),
    settings: z.record(z.string(), z.unknown()).openapi({ description: 'The active settings.' }),
    problems: z.array(z.string()),
    modelAnswers: z.enum(['everyone', 'signed-in', 'own-keys']).optional().openapi({
      description:
        'Who gets answers from the deployment’s models today, by its daily ceiling in dollars. Others get composed answers. Absent if there is no ceiling.',
    }),
  })
  .openapi('Health');

export type Health = z.infer<typeof healthSchema>;

export const healthRoute = createRoute({
  method: 'get',
  path: '/v1/health',
  operationId: 'getHealth',
  tags: ['Deployment'],
  summary: 'Read the health of the server',
  description: 'Returns the version, the components and the active settings of the server.',
  'x-action': 'open',
  'x-errors': [],
  responses: { 200: json(healthSchema, 'The server and its components') },
});
