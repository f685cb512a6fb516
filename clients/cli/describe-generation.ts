/** Who wrote an answer, in a line or two: where a model was asked, with what it took, and why another wrote it where that is so. */

import type { Generation } from '../../worker/contract/generation.ts';
import { formatCount } from './describe-progress.ts';

/** @returns nothing where no model was asked */
export function describeGeneration(
  generation: Generation | undefined,
  degraded: string | undefined,
): readonly string[] {
  const lines = degraded === undefined ? [] : [degraded];
  if (generation === undefined || generation.model === null) return lines;
  const { model, usage, costUsd, firstTokenMs, isOwnKey } = generation;
  const took = [
    ...(usage.input + usage.output === 0
      ? []
      : [`${formatCount(usage.input)} tokens read, ${formatCount(usage.output)} written`]),
    ...(costUsd === null ? [] : [`$${costUsd.toFixed(4)}`]),
    ...(firstTokenMs === null ? [] : [`first word after ${(firstTokenMs / 1_000).toFixed(1)} s`]),
    ...(isOwnKey ? ['with your own key'] : []),
  ];
  return [`Written by ${model}${took.length === 0 ? '' : `: ${took.join(', ')}`}.`, ...lines];
}
