/** Describes how sources have changed since an answer: with an icon, with words, and in a line above the answer. Pure. */
import type { CitationDrift, DriftState, TurnDrift } from '../../../api.ts';
import type { IconName } from '../../../components/icons.ts';
import { formatCountOf, shortCommit } from '../../../format.ts';
import { formatLines } from '../../code/line-range.ts';
import type { AnswerState } from '../answer/reduce-answer.ts';

interface DriftLabel {
  readonly label: string;
  readonly icon: IconName;
  readonly tone: 'soft' | 'warn' | 'bad';
}

/** Each state has its own icon and word, so that color is never the only cue. */
export const driftLabels = {
  same: { label: 'unchanged', icon: 'check', tone: 'soft' },
  moved: { label: 'moved', icon: 'moved', tone: 'warn' },
  edited: { label: 'edited', icon: 'rename', tone: 'warn' },
  deleted: { label: 'deleted', icon: 'remove', tone: 'bad' },
} as const satisfies Record<DriftState, DriftLabel>;

/** `unchanged since`, `moved since, now in b.py, lines 3–6`. @param path the path at the time of the answer */
export function describeDrift(drift: CitationDrift, path: string | undefined): string {
  const { state, startLine, endLine, share } = drift;
  const change = `${driftLabels[state].label} since`;
  if (state === 'same' || startLine === undefined || endLine === undefined) return change;
  const file = drift.path === undefined || drift.path === path ? '' : `in ${drift.path}, `;
  const unchangedShare = share === undefined ? '' : `, ${formatFraction(share)} unchanged`;
  return `${change}, now ${file}${formatLines({ startLine, endLine })}${unchangedShare}`;
}

/** `all` is possible for an edited source: lines were inserted, or only whitespace changed. The result is never 0%. */
function formatFraction(fraction: number): string {
  if (fraction === 1) return 'all';
  return fraction > 0.99 ? 'nearly all' : `${Math.max(1, Math.round(fraction * 100))}%`;
}

/**
 * @param drift undefined while it is unknown
 * @param commit the commit of the answer, used when the server does not state it
 */
export function describeTurnDrift(drift: TurnDrift | undefined, commit: string | undefined): string {
  const answerCommit = drift?.answered?.commit ?? commit;
  const start =
    answerCommit === undefined
      ? 'Answered from an earlier version'
      : `Answered as of ${shortCommit(answerCommit)}`;
  if (drift === undefined || drift.citations.length === 0) return `${start}.`;
  const { answered, asOf, citations, unchecked } = drift;
  // The answer uses a branch or tag other than the current one.
  if (answered?.snapshotId === asOf.snapshotId)
    return asOf.ref === null || answerCommit === undefined
      ? `${start}.`
      : `Answered from ${asOf.ref}, as of ${shortCommit(answerCommit)}.`;
  const changedCount = citations.filter(({ state }) => state !== 'same').length;
  return `${start}; ${describeChangedCount(changedCount, citations.length)}${unchecked === 0 ? '' : ` (${unchecked} not checked)`}.`;
}

function describeChangedCount(changedCount: number, total: number): string {
  if (total === 1) return `its source has ${changedCount === 0 ? 'not ' : ''}changed since`;
  const sources = formatCountOf(total, 'source');
  if (changedCount === 0) return `none of its ${sources} have changed since`;
  return `${changedCount} of ${sources} ${changedCount === 1 ? 'has' : 'have'} changed since`;
}

/** How a source of a turn changed; undefined for a turn from the newest snapshot, or while the drift is unknown. */
export function findDrift(turn: TurnDrift | undefined, evidence: string): CitationDrift | undefined {
  if (turn === undefined || turn.answered?.snapshotId === turn.asOf.snapshotId) return undefined;
  return turn.citations.find((citation) => citation.evidence === evidence);
}

/** True if the answer uses a snapshot other than the current one, so that its sources may have changed. */
export function isOutdated(
  {
    evidence,
    metadata,
  }: Pick<AnswerState, 'metadata'> & { readonly evidence: Pick<AnswerState['evidence'], 'length'> },
  servedSnapshotId: string | null,
): boolean {
  if (servedSnapshotId === null || evidence.length === 0) return false;
  // Nothing is known about an answer without a snapshot id.
  const snapshotId = metadata?.snapshotId ?? '';
  return snapshotId !== '' && snapshotId !== servedSnapshotId;
}
