/** Whether citations a client kept itself still hold: in a page of its own, an editor, a file. */

import type { CitedLines } from '../../core/drift.ts';
import type { Viewer } from '../../core/viewer.ts';
import { unchanged, type TurnDrift } from './check-drift.ts';
import { locateCitations } from './locate-citations.ts';
import { resolveSnapshot } from '../versions/resolve-snapshot.ts';
import type { Services } from '../services.ts';

/** Citations a client holds, with ids of its own. @throws what `resolveSnapshot` throws */
export async function checkCitations(
  services: Pick<Services, 'catalog' | 'chunkStore' | 'textIndex'>,
  viewer: Viewer,
  held: {
    readonly id: string;
    /** What they are checked against; the newest that is ready where it is undefined. */
    readonly version: string | undefined;
    readonly citations: readonly (CitedLines & { readonly evidence: string })[];
    /** Ids of citations of commits. */
    readonly commits: readonly string[];
  },
): Promise<Pick<TurnDrift, 'asOf' | 'citations' | 'unchecked'>> {
  const asOf = await resolveSnapshot(services, viewer, held);
  const drifts = await locateCitations(services, { was: undefined, now: asOf.key }, held.citations);
  const citations = held.citations.flatMap(({ evidence }, at) => {
    const drift = drifts[at];
    return drift === undefined ? [] : [{ evidence, ...drift }];
  });
  return {
    asOf,
    citations: [...citations, ...held.commits.map(unchanged)],
    unchecked: held.citations.length - citations.length,
  };
}
