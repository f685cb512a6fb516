/** Describes a repository's overview: its name, what it is, its version and counts. */

import { formatDay } from '../../core/time.ts';
import { matchVersion } from '../../core/repositories/match-version.ts';
import type { Repository, Snapshot } from '../../core/repositories/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import type { Services } from '../services.ts';
import type { RepositoryPage } from './page-request.ts';
import type { PageSummary, PreviewImage } from './page-summary.ts';
import { readIntroduction } from './read-introduction.ts';
import { describeCounts, describeVersion, joinFacts } from './summary-words.ts';

export async function describeRepository(
  services: Services,
  _viewer: Viewer,
  { repository, snapshots, route, query }: RepositoryPage,
): Promise<PageSummary> {
  const snapshot = chooseSnapshot(snapshots, query.version);
  const introduction =
    snapshot &&
    (await readIntroduction(services, {
      shard: repository.shard,
      snapshot: snapshot.number,
      generation: snapshot.generation,
    }));
  const home = repositoryPath(repository);
  return {
    title: repository.name,
    description: [
      introduction ?? `Ask ${repository.name} where, how and why.`,
      ...(snapshot === undefined ? [] : [`${describeSnapshot(snapshot)}.`]),
    ].join(' '),
    path: route.endsWith('/overview') ? `${home}/overview` : home,
    isListed: snapshot !== undefined,
    image: drawRepository(repository, snapshot, introduction),
    imagePath: `${home}/preview.png`,
    imageQuery: { version: query.version },
  };
}

export function repositoryPath({ id }: Pick<Repository, 'id'>): string {
  return `/r/${encodeURIComponent(id)}`;
}

/** The requested version if it is ready, else the newest ready one. */
function chooseSnapshot(snapshots: readonly Snapshot[], version: string | undefined): Snapshot | undefined {
  const ready = snapshots.filter(({ generation }) => generation > 0);
  return (version === undefined ? undefined : matchVersion(ready, version)[0]) ?? ready[0];
}

function drawRepository(
  { name }: Pick<Repository, 'name'>,
  snapshot: Snapshot | undefined,
  introduction: string | undefined,
): PreviewImage {
  const facts =
    snapshot === undefined ? '' : joinFacts([describeCounts(snapshot.counts), describeVersion(snapshot)]);
  return {
    context: 'Ask a code repository',
    title: name,
    plainTitle: 'A code repository',
    facts: introduction === undefined ? facts : `${introduction}\n${facts}`,
  };
}

function describeSnapshot(snapshot: Snapshot): string {
  return joinFacts([
    describeCounts(snapshot.counts),
    describeVersion(snapshot),
    snapshot.readyAt === undefined ? '' : `indexed ${formatDay(snapshot.readyAt)}`,
  ]);
}
