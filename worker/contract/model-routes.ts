/** The route that lists models. */

import { z } from '@hono/zod-openapi';
import { createRoute } from './create-route.ts';
import { providers } from '../core/generation.ts';
import { modelsSchema } from './generation.ts';
import { modelKeyHeaders } from './model-key.ts';
import { json, problem } from './routes.ts';

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
