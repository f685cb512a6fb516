/** Which models are asked for an answer, in order; none where the embedded answerer is to write it. */

import type { Writing } from '../../core/conversation.ts';
import { AppError } from '../../core/errors.ts';
import { modelId, ownKeyProviders, readModelName, type ModelName } from '../../core/generation.ts';
import type { Generation } from './generation.ts';

export const embedded = 'embedded';

/**
 * The model asked for, then those the deployment offers besides. What is asked with a key of one's own is asked of that vendor alone.
 * @throws AppError `model_not_offered`; `invalid_request` where a key comes with no model: it would go to whoever is first
 */
export function chooseModels(
  { generators, models, offersAll }: Pick<Generation, 'generators' | 'models' | 'offersAll'>,
  wanted: Writing['model'],
  hasOwnKey: boolean,
): readonly ModelName[] {
  if (wanted === embedded) return [];
  if (wanted === undefined && !hasOwnKey) return models;
  if (wanted === undefined)
    throw new AppError('invalid_request', 'X-Model-Key: say whose key it is, with a `model` of its vendor.');
  const model = readModelName(wanted);
  if (model === undefined) throw notOffered(wanted, models);
  const generator = generators.get(model.provider);
  if (generator === undefined) throw notOffered(modelId(model), models);
  if (hasOwnKey) {
    // A key that its vendor does not look at would be no key: the deployment's would be used.
    if (!ownKeyProviders.has(model.provider))
      throw notOffered(
        modelId(model),
        models,
        `with a key of one’s own: ${model.provider} takes none, leave X-Model-Key out`,
      );
    return [model];
  }
  const others = models.filter((one) => modelId(one) !== modelId(model));
  const isOffered = others.length < models.length || (offersAll && generator.hasKey);
  if (!isOffered) throw notOffered(modelId(model), models);
  return [model, ...others];
}

/** Who answers where a request names nobody. */
export function usualAnswerer({ models }: Pick<Generation, 'models'>): string {
  return models[0] === undefined ? embedded : modelId(models[0]);
}

function notOffered(wanted: string, models: readonly ModelName[], how = 'here'): AppError {
  const offered = [embedded, ...models.map(modelId)];
  return new AppError('model_not_offered', `${JSON.stringify(wanted)} is not offered ${how}.`, {
    details: { wanted, offered },
  });
}
