/** The route that lists models. */

import { z } from '@hono/zod-openapi';
import { providers } from '../../core/answers/generation.ts';
import { modelsSchema } from './schema.ts';
import { createRoute, json } from '../create-route.ts';

export const modelKeyHeaders = z.object({
  'x-model-key': z.string().optional().openapi({
    description:
      'Your own key for the provider of the requested model (openai, groq, google or anthropic). It is sent only to that provider, only for this request, and is not stored.',
  }),
});

export const modelsRoute = createRoute({
  method: 'get',
  path: '/v1/models',
  operationId: 'listModels',
  tags: ['Deployment'],
  summary: 'List models',
  description:
    'Lists the models that can write answers; the deployment’s own come first. With your key in `X-Model-Key` and its `provider`, it lists the models that the provider offers for that key; a hosted deployment does this at most 12 times a minute and 100 times a day.',
  'x-action': 'open',
  'x-errors': ['model_not_offered'],
  request: {
    headers: modelKeyHeaders,
    query: z.object({
      provider: z.enum(providers).optional().openapi({
        description:
          'Lists the models of this provider only. With `X-Model-Key`, lists the models that the provider offers for that key. The key is not stored.',
      }),
    }),
  },
  responses: {
    200: json(
      modelsSchema,
      'Available models; the deployment’s configured ones come first, in their configured order',
    ),
  },
});
