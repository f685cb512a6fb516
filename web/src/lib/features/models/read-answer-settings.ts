/** Reads the settings for a question that is sent now, as chosen in this browser. */
import type { AttachedFile } from '../../api.ts';
import { answerChoice } from './answer-choice.svelte.ts';
import { buildAnswerSettings, type AnswerSettings } from './answer-settings.ts';
import { modelList } from './model-list.svelte.ts';
import { ownKeys } from './own-keys.svelte.ts';

export function readAnswerSettings(files: readonly AttachedFile[]): AnswerSettings {
  const { model, options } = answerChoice;
  const defaultModel = modelList.models?.default;
  return buildAnswerSettings({ model, defaultModel, options, files, findKey: ownKeys.find });
}
