/** How an indexing ended, as tables for a person. */

import { reasonInWords } from '../../worker/contract/client.ts';
import type { Coverage } from '../../worker/contract/repository.ts';
import type { IndexOutcome } from './index-source.ts';
import { table } from './table.ts';

const msPerSecond = 1000;

/** Seconds per stage, then what was counted. */
export function describeOutcome(outcome: IndexOutcome): string {
  const stages = Object.entries(outcome.stages).map(([stage, ms]) => [stage, seconds(ms)]);
  const counts = Object.entries(outcome.counts).map(([what, count]) => [what, count]);
  return [
    table([...stages, ['total', seconds(outcome.totalMs)]]),
    '',
    table([...counts, ['rows written', outcome.rowsWritten]]),
  ].join('\n');
}

/** What was left out, by reason, the most frequent first; how many files the graph holds a part of. */
export function describeSkipped(coverage: Coverage): string {
  const reasons = Object.entries(coverage.skippedByReason).sort((left, right) => right[1] - left[1]);
  const masked = coverage.masked.length;
  const lines = reasons.map(([reason, count]) => [reasonInWords(reason), count] as const);
  const skipped = lines.length === 0 ? 'Nothing was skipped.' : `Skipped by reason:\n${table(lines)}`;
  return [
    skipped,
    ...(masked === 0 ? [] : [`Secrets masked: ${masked}`]),
    ...(coverage.cut.length === 0 ? [] : [`In the graph in part only: ${coverage.cut.length}`]),
  ].join('\n');
}

function seconds(ms: number): string {
  return `${(ms / msPerSecond).toFixed(2).padStart(8)} s`;
}
