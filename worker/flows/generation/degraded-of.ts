/** Why an answer was not written, or not to its end, by the model that was asked for: a sentence for its reader. */

import { modelId, type GenerationAttempt, type ModelName } from '../../core/generation.ts';
import type { GenerationStep } from './run-generation.ts';

/** @returns undefined where nothing went wrong */
export function degradedOf(
  { facts, reason }: Extract<GenerationStep, { type: 'finish' }>,
  asked: {
    readonly models: readonly ModelName[];
    readonly maxOutputTokens: number;
    /** Something was told of what the model wrote. */
    readonly isText: boolean;
  },
): string | undefined {
  const { model, attempts, isCutOff } = facts;
  const last = attempts.at(-1);
  if (model === undefined || !asked.isText) {
    const why =
      last === undefined ? '' : `: ${model === undefined ? '' : 'nothing to read came. '}${saidOf(last)}`;
    return `No model wrote this answer${ended(why)} It was composed from the index.`;
  }
  if (isCutOff)
    return `${model} broke off${ended(last === undefined ? '' : `: ${detailOf(last)}`)} What stands behind its last words was composed from the index.`;
  const first = asked.models[0];
  const failed = first === undefined || modelId(first) === model ? undefined : attempts[0];
  const instead =
    failed === undefined
      ? []
      : [`${model} wrote it instead of ${failed.model}${ended(`: ${detailOf(failed)}`)}`];
  const cut = reason === 'length' ? [`It ends where ${asked.maxOutputTokens} tokens were reached.`] : [];
  const told = [...instead, ...cut];
  return told.length === 0 ? undefined : told.join(' ');
}

/** With the name of its model once. */
function saidOf(attempt: GenerationAttempt): string {
  return `${attempt.model}: ${detailOf(attempt)}`;
}

/** What became of a call, where its model was named before. */
function detailOf({ model, detail }: GenerationAttempt): string {
  if (detail.startsWith(`${model}: `)) return detail.slice(model.length + 2);
  return detail.startsWith(`${model} `) ? `it${detail.slice(model.length)}` : detail;
}

function ended(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
