/** What an answer covers: the version, how much of it is indexed, and how far it is behind its host. */

import type { CoverageLine } from '../core/answer.ts';
import { liveFacts } from './live-facts.ts';
import type { ResolvedSnapshot } from './resolve-snapshot.ts';

export function coverageLine(resolved: ResolvedSnapshot): CoverageLine {
  const { snapshot } = resolved;
  const ofFiles = liveFacts(resolved)?.ofFiles;
  return {
    ref: snapshot.ref,
    commit: snapshot.commit,
    files: snapshot.counts.files,
    ...(ofFiles === undefined ? {} : { ofFiles }),
    skipped: snapshot.counts.skipped,
    behind: undefined,
    indexedAt: snapshot.readyAt ?? snapshot.createdAt,
  };
}
