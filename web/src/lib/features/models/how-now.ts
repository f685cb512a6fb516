/** What a question asked now asks beside its words, as it is chosen in this browser. */
import type { AttachedFile } from '../../api.ts';
import { answerChoice } from './answer-choice.svelte.ts';
import { askedHow, type AskedHow } from './asked-how.ts';
import { modelList } from './model-list.svelte.ts';
import { ownKeys } from './own-keys.svelte.ts';

export function howNow(files: readonly AttachedFile[]): AskedHow {
  const { model, options } = answerChoice;
  return askedHow({ model, usual: modelList.known?.default, options, files, keyOf: ownKeys.of });
}
