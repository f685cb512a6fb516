/** Models that can be asked. */

import { modelsRoute } from '../contract/model-routes.ts';
import { AppError } from '../core/errors.ts';
import { listModels } from '../flows/generation/list-models.ts';
import type { App } from './app.ts';
import { secretsOf } from './asked-writing.ts';

export function bindModels(app: App): void {
  app.openapi(modelsRoute, async (context) => {
    const { provider } = context.req.valid('query');
    const { modelKey } = secretsOf(context);
    if (modelKey !== undefined && provider === undefined)
      throw new AppError('invalid_request', 'X-Model-Key: say whose key it is with `?provider=`.');
    const { models, providers, ...told } = await listModels(context.get('services'), {
      provider,
      key: modelKey,
    });
    // Of one asker's key, or of a moment.
    context.header('cache-control', 'no-store');
    return context.json(
      {
        ...told,
        models: models.map((one) => ({ ...one, contextTokens: one.contextTokens ?? null })),
        providers: providers.map((one) => ({ ...one, problem: one.problem ?? null })),
      },
      200,
    );
  });
}
