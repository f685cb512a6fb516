/** Chooses the models that may write an answer, in order of preference. None means that the embedded composer writes it. */

import type { WritingOptions } from '../../core/answers/conversation.ts';
import {
  formatModelName,
  ownKeyProviders,
  parseModelName,
  type ModelName,
} from '../../core/answers/generation.ts';
import { AppError } from '../../core/errors.ts';
import type { Generation, JudgeAccess } from './generation.ts';

export const embeddedAnswerer = 'embedded';

/**
 * Returns the requested model, then the other models of the deployment. With the user's own key, returns only the requested model.
 * @throws AppError `model_not_offered`; `invalid_request` for a key without a model, since the key would go to the first provider
 */
export function chooseModels(
  { generators, models, offersAll }: Pick<Generation, 'generators' | 'models' | 'offersAll'>,
  requested: WritingOptions['model'],
  hasOwnKey: boolean,
): readonly ModelName[] {
  if (requested === embeddedAnswerer) return [];
  if (requested === undefined && !hasOwnKey) return models;
  if (requested === undefined)
    throw new AppError(
      'invalid_request',
      'X-Model-Key was sent without a model. Set `model` to a model of the provider that the key belongs to.',
    );
  const model = parseModelName(requested);
  if (model === undefined) throw notOfferedError(requested, models);
  const generator = generators.get(model.provider);
  if (generator === undefined) throw notOfferedError(formatModelName(model), models);
  if (hasOwnKey) {
    // A provider that ignores the key would use the deployment's key instead.
    if (!ownKeyProviders.has(model.provider))
      throw notOfferedError(
        formatModelName(model),
        models,
        `with your own key: ${model.provider} accepts none. Leave X-Model-Key out`,
      );
    return [model];
  }
  const others = models.filter((one) => formatModelName(one) !== formatModelName(model));
  const isOffered = others.length < models.length || (offersAll && generator.hasKey);
  if (!isOffered) throw notOfferedError(formatModelName(model), models);
  return [model, ...others];
}

/**
 * Chooses the model that judges the claims of an answer. A user's own key pays only if the request asks for it.
 * @param writing the first model that may write the answer; a composed answer quotes its evidence, so no model judges it
 * @returns undefined if no model judges them
 */
export function chooseJudge(
  claimJudge: Generation['claimJudge'],
  writing: ModelName | undefined,
  { judge, key }: Pick<WritingOptions, 'judge'> & { readonly key: string | undefined },
): JudgeAccess | undefined {
  if (judge === false || writing === undefined) return undefined;
  if (key !== undefined) return judge === true ? { model: writing, key } : undefined;
  if (claimJudge === 'off' || (claimJudge === 'on-request' && judge !== true)) return undefined;
  return { model: claimJudge === 'on-request' ? writing : claimJudge, key: undefined };
}

/** Returns the answerer of a request that names no model. */
export function defaultAnswerer({ models }: Pick<Generation, 'models'>): string {
  return models[0] === undefined ? embeddedAnswerer : formatModelName(models[0]);
}

function notOfferedError(requested: string, models: readonly ModelName[], how = 'here'): AppError {
  const offered = [embeddedAnswerer, ...models.map(formatModelName)];
  return new AppError('model_not_offered', `${JSON.stringify(requested)} is not offered ${how}.`, {
    details: { wanted: requested, offered },
  });
}
