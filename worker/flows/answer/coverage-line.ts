/** States what an answer covers: the version, how much of it is indexed, and whether the host has newer commits. */

import type { BehindReason, CoverageLine } from '../../core/answers/answer.ts';
import { liveFacts } from '../live/live-facts.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';

export function coverageLine(resolved: ResolvedSnapshot): CoverageLine {
  const { snapshot } = resolved;
  const ofFiles = liveFacts(resolved)?.ofFiles;
  return {
    ref: snapshot.ref,
    commit: snapshot.commit,
    files: snapshot.counts.files,
    ...(ofFiles === undefined ? {} : { ofFiles }),
    skipped: snapshot.counts.skipped,
    ...freshness(resolved),
    indexedAt: snapshot.readyAt ?? snapshot.createdAt,
  };
}

/** Uses the last known head of the host. An answer never waits for the host. */
function freshness({
  repository: { source, hostHead },
  snapshot,
}: ResolvedSnapshot): Pick<CoverageLine, 'behind' | 'behindReason' | 'checkedAt'> {
  const unknown = (behindReason: BehindReason) => ({
    behind: undefined,
    behindReason,
    checkedAt: hostHead?.checkedAt,
  });
  if (source.kind !== 'github') return unknown(source.kind);
  // The uploader stated the commit, so the host cannot confirm it.
  if (snapshot.history === undefined) return unknown('upload');
  if (hostHead === undefined) return unknown('not-checked');
  if (snapshot.ref !== hostHead.ref) return unknown('other-version');
  if (snapshot.commit !== hostHead.commit) return unknown('newer');
  return { behind: 0, behindReason: undefined, checkedAt: hostHead.checkedAt };
}
