/** The route that lists models. */

import { z } from '@hono/zod-openapi';
import { providers } from '../../core/answers/generation.ts';
import { modelsSchema } from './schema.ts';
import { createRoute, json, problem } from '../create-route.ts';

export const modelKeyHeaders = z.object({
  'x-model-key': z.string().optional().openapi({
    description:
      'A key of one’s own for the vendor of the model that is named (openai, groq, google or anthropic): sent to it alone, for this request alone, and not kept.',
  }),
});

export const modelsRoute = createRoute({
  method: 'get',
  path: '/v1/models',
  request: {
    headers: modelKeyHeaders,
    query: z.object({
      provider: z.enum(providers).optional().openapi({
        description:
          'That vendor alone; with `X-Model-Key` as it lists them for that key, which is not kept.',
      }),
    }),
  },
  responses: {
    200: json(modelsSchema, 'Models that can be asked: the deployment’s own first, in its order'),
    400: problem('The request is not valid, or that vendor is not asked here or not with such a key'),
  },
});
