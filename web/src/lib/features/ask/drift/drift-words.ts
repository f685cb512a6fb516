/** What has become of a source since its answer, in words: for its mark, its label and the line above its answer. Pure. */
import type { CitationDrift, DriftState, TurnDrift } from '../../../api.ts';
import type { IconName } from '../../../components/icons.ts';
import { countOf, shortCommit } from '../../../format.ts';
import { formatLines } from '../../code/line-range.ts';

interface DriftWords {
  readonly word: string;
  readonly icon: IconName;
  readonly tone: 'soft' | 'warn' | 'bad';
}

/** Each has a shape and a word of its own, so that colour is never the only sign. */
export const driftWords = {
  same: { word: 'unchanged', icon: 'check', tone: 'soft' },
  moved: { word: 'moved', icon: 'moved', tone: 'warn' },
  edited: { word: 'edited', icon: 'rename', tone: 'warn' },
  deleted: { word: 'deleted', icon: 'remove', tone: 'bad' },
} as const satisfies Record<DriftState, DriftWords>;

/** `unchanged since`, `moved since, now in b.py, lines 3–6`. @param path where it was */
export function tellDrift(drift: CitationDrift, path: string | undefined): string {
  const { state, startLine, endLine, share } = drift;
  const said = `${driftWords[state].word} since`;
  if (state === 'same' || startLine === undefined || endLine === undefined) return said;
  const file = drift.path === undefined || drift.path === path ? '' : `in ${drift.path}, `;
  const left = share === undefined ? '' : `, ${percent(share)} of it left`;
  return `${said}, now ${file}${formatLines({ startLine, endLine })}${left}`;
}

/** All of it is left where lines were put between, or its white space was changed. Never nothing of it. */
function percent(share: number): string {
  if (share === 1) return 'all';
  return share > 0.99 ? 'nearly all' : `${Math.max(1, Math.round(share * 100))}%`;
}

/** @param drift undefined while it is not known. @param commit of the answer, where the server does not know it */
export function tellTurnDrift(drift: TurnDrift | undefined, commit: string | undefined): string {
  const of = drift?.answered?.commit ?? commit;
  const begun = of === undefined ? 'Answered of an earlier state' : `Answered as of ${shortCommit(of)}`;
  if (drift === undefined || drift.citations.length === 0) return `${begun}.`;
  const { answered, asOf, citations, unchecked } = drift;
  // Of another branch or tag than is served.
  if (answered?.snapshotId === asOf.snapshotId)
    return asOf.ref === null || of === undefined
      ? `${begun}.`
      : `Answered from ${asOf.ref}, as of ${shortCommit(of)}.`;
  const changed = citations.filter(({ state }) => state !== 'same').length;
  return `${begun}; ${tellChanged(changed, citations.length)}${unchecked === 0 ? '' : ` (${unchecked} not looked at)`}.`;
}

function tellChanged(changed: number, all: number): string {
  if (all === 1) return `its source has ${changed === 0 ? 'not ' : ''}changed since`;
  const sources = countOf(all, 'source');
  if (changed === 0) return `none of its ${sources} has changed since`;
  return `${changed} of ${sources} ${changed === 1 ? 'has' : 'have'} changed since`;
}
