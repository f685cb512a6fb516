/** Describes what an answer is based on and who wrote it. Pure. */

import type { CoverageLine } from '../../../worker/contract/answers/schema.ts';
import type { AnswerMetadata } from '../../../worker/contract/answers/stream.ts';
import type { Generation } from '../../../worker/contract/models/schema.ts';
import { formatCount } from '../indexing/index-progress.ts';

export function describeCoverage(coverage: CoverageLine): string {
  const files = `${formatCount(coverage.files)} files searched, ${formatCount(coverage.skipped)} skipped`;
  const version = coverage.ref === null ? coverage.commit : `${coverage.ref} (${coverage.commit})`;
  return `At ${version}: ${files}, indexed ${coverage.indexedAt}${describeFreshness(coverage)}.`;
}

function describeFreshness({ behind, behindReason, checkedAt }: CoverageLine): string {
  const checked = checkedAt === null ? '' : ` (checked ${checkedAt})`;
  if (behind === 0) return `, up to date${checked}`;
  if (behind !== null) return `, ${behind} commits behind${checked}`;
  if (behindReason === 'newer') return `, the host has newer commits${checked}`;
  if (behindReason === 'not-checked') return ', not compared with the host yet';
  return '';
}

/** Describes who wrote the answer, and a model's usage. */
export function describeGeneration(
  generation: Generation | undefined,
  finish: Pick<AnswerMetadata, 'answerer' | 'degraded'> | undefined,
): readonly string[] {
  const lines = finish?.degraded === undefined ? [] : [finish.degraded];
  if (generation === undefined || generation.model === null)
    return finish?.answerer === 'embedded' ? ['Quotations only, no AI model.', ...lines] : lines;
  const { model, usage, costUsd, firstTokenMs, isOwnKey } = generation;
  const usageFacts = [
    ...(usage.input + usage.output === 0
      ? []
      : [`${formatCount(usage.input)} tokens read, ${formatCount(usage.output)} written`]),
    ...(costUsd === null ? [] : [`$${costUsd.toFixed(4)}`]),
    ...(firstTokenMs === null ? [] : [`first token after ${(firstTokenMs / 1_000).toFixed(1)} s`]),
    ...(isOwnKey ? ['with your own key'] : []),
  ];
  return [`Written by ${model}${usageFacts.length === 0 ? '' : `: ${usageFacts.join(', ')}`}.`, ...lines];
}
