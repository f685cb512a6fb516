/** The route that lists models. */

import { modelsRoute } from '../contract/models/routes.ts';
import { AppError } from '../core/errors.ts';
import { limitKeyChecks } from '../flows/limits/limit-key-checks.ts';
import { listModels } from '../flows/models/list-models.ts';
import type { App } from './context.ts';
import { readTurnSecrets } from './answers/answer-request.ts';

export function bindModels(app: App): void {
  app.openapi(modelsRoute, async (context) => {
    const { provider } = context.req.valid('query');
    const { modelKey } = readTurnSecrets(context);
    if (modelKey !== undefined && provider === undefined)
      throw new AppError('invalid_request', 'X-Model-Key: set the key’s provider with `?provider=`.');
    const services = context.get('services');
    if (modelKey !== undefined) await limitKeyChecks(services, context.get('viewer'));
    const { models, providers, ...facts } = await listModels(services, {
      provider,
      key: modelKey,
    });
    // The list depends on the user's key, and changes over time.
    context.header('cache-control', 'no-store');
    return context.json(
      {
        ...facts,
        models: models.map((model) => ({ ...model, contextTokens: model.contextTokens ?? null })),
        providers: providers.map((entry) => ({ ...entry, problem: entry.problem ?? null })),
      },
      200,
    );
  });
}
