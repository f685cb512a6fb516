/** What an answer covers: the version, how much of it is indexed, and how far it is behind its host. */

import type { BehindReason, CoverageLine } from '../core/answer.ts';
import { liveFacts } from './live/live-facts.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';

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

/** As the host last said; an answer waits for no host. */
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
  // Its commit is what its uploader stated.
  if (snapshot.history === undefined) return unknown('upload');
  if (hostHead === undefined) return unknown('not-checked');
  if (snapshot.ref !== hostHead.ref) return unknown('other-version');
  if (snapshot.commit !== hostHead.commit) return unknown('newer');
  return { behind: 0, behindReason: undefined, checkedAt: hostHead.checkedAt };
}
