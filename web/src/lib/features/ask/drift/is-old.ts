/** Whether a turn rests on something of another state than is served now, so that it may not hold any more. Pure. */
import { isRunning, type Turn } from '../turn.svelte.ts';

export function isOld(
  turn: Pick<Turn, 'phase'> & { readonly answer: Pick<Turn['answer'], 'evidence' | 'metadata'> },
  servedSnapshotId: string | null,
): boolean {
  if (isRunning(turn) || servedSnapshotId === null || turn.answer.evidence.length === 0) return false;
  return turn.answer.metadata?.snapshotId !== servedSnapshotId;
}
