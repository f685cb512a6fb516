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
  // Of an answer that does not say what it is of nothing is known.
  const of = metadata?.snapshotId ?? '';
  return of !== '' && of !== servedSnapshotId;
}
