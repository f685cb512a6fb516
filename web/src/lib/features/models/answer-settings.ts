/**
 * Builds the settings that are sent with a question: model, options, files and key. A key leaves this browser only with a question for a
 * model of its provider.
 */
import type { AnswerRequest, AttachedFile } from '../../api.ts';
import { readProvider } from './model-labels.ts';
import type { AnswerOptions } from './read-options.ts';

export interface AnswerSettings {
  readonly body: Pick<AnswerRequest, 'model' | 'options' | 'files'>;
  readonly key: string | undefined;
}

export interface AnswerChoice {
  /** Null if the user has not chosen a model. */
  readonly model: string | null;
  /** The default model; undefined until it is known. */
  readonly defaultModel: string | undefined;
  readonly options: AnswerOptions;
  readonly files: readonly AttachedFile[];
  /** The stored key of a provider. */
  readonly findKey: (provider: string) => string | undefined;
}

export function buildAnswerSettings({
  model,
  defaultModel,
  options,
  files,
  findKey,
}: AnswerChoice): AnswerSettings {
  const effectiveModel = model ?? defaultModel;
  const provider = effectiveModel === undefined ? '' : readProvider(effectiveModel);
  const key = provider === '' ? undefined : findKey(provider);
  // With a key, the request states even the default model, so that the key can reach only its provider.
  const requestedModel = model ?? (key === undefined ? undefined : defaultModel);
  return {
    body: {
      ...(requestedModel === undefined ? {} : { model: requestedModel }),
      ...(Object.keys(options).length === 0 ? {} : { options }),
      ...(files.length === 0 ? {} : { files: [...files] }),
    },
    key,
  };
}
