/**
 * What a question asks beside its words: which model, with which options and files, and the key that goes along. A key leaves this
 * browser only with a question that names a model of its vendor. Pure.
 */
import type { AnswerRequest, AttachedFile } from '../../api.ts';
import { providerOf } from './model-words.ts';
import type { AnswerOptions } from './read-options.ts';

export interface AskedHow {
  readonly body: Pick<AnswerRequest, 'model' | 'options' | 'files'>;
  readonly key: string | undefined;
}

export interface AskingChoice {
  /** Null where none is chosen. */
  readonly model: string | null;
  /** Who answers where none is named; undefined while that is not known. */
  readonly usual: string | undefined;
  readonly options: AnswerOptions;
  readonly files: readonly AttachedFile[];
  /** The key kept for a vendor. */
  readonly keyOf: (provider: string) => string | undefined;
}

export function askedHow({ model, usual, options, files, keyOf }: AskingChoice): AskedHow {
  const wanted = model ?? usual;
  const provider = wanted === undefined ? '' : providerOf(wanted);
  const key = provider === '' ? undefined : keyOf(provider);
  // With a key the model is named even where it is the usual one, so that the key can reach its vendor alone.
  const named = model ?? (key === undefined ? undefined : usual);
  return {
    body: {
      ...(named === undefined ? {} : { model: named }),
      ...(Object.keys(options).length === 0 ? {} : { options }),
      ...(files.length === 0 ? {} : { files: [...files] }),
    },
    key,
  };
}
