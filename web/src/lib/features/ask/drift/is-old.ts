/** Whether an answer rests on something of another state than is served now, so that it may not hold any more. Pure. */
import type { AnswerState } from '../reduce-answer.ts';

export function isOld(
  {
    evidence,
    metadata,
  }: Pick<AnswerState, 'metadata'> & { readonly evidence: Pick<AnswerState['evidence'], 'length'> },
  servedSnapshotId: string | null,
): boolean {
  if (servedSnapshotId === null || evidence.length === 0) return false;
  return metadata?.snapshotId !== servedSnapshotId;
}
