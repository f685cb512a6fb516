/** What has become of one source of a turn; undefined while the turn is of the newest state, or nothing is known of it. Pure. */
import type { CitationDrift, TurnDrift } from '../../../api.ts';

export function driftOf(turn: TurnDrift | undefined, evidence: string): CitationDrift | undefined {
  if (turn === undefined || turn.answered?.snapshotId === turn.asOf.snapshotId) return undefined;
  return turn.citations.find((citation) => citation.evidence === evidence);
}
