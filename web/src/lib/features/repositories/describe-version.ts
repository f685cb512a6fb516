/** Describes the version in use: briefly for the top bar, and in full. */
import type { Repository } from '../../api.ts';
import { formatDay, formatRelativeTime, shortCommit } from '../../format.ts';

interface VersionDescription {
  readonly shortText: string;
  readonly fullText: string;
}

type DescribedRepository = Pick<
  Repository,
  'ref' | 'commit' | 'snapshotId' | 'servedSnapshotId' | 'readyAt' | 'status'
> &
  Partial<Pick<Repository, 'source'>>;

/** @param pinnedId the snapshot in the address, if any */
export function describeVersion(
  repository: DescribedRepository,
  pinnedId: string | null,
  now = Date.now(),
): VersionDescription {
  const { servedSnapshotId, snapshotId, commit, ref, readyAt } = repository;
  if (pinnedId !== null && pinnedId !== servedSnapshotId) {
    return { shortText: 'another version', fullText: `Snapshot ${pinnedId}, from the address` };
  }
  if (servedSnapshotId === null) return { shortText: repository.status, fullText: 'Nothing is indexed yet' };
  if (servedSnapshotId !== snapshotId) {
    return {
      shortText: 'previous snapshot',
      fullText: 'A newer snapshot is not ready. Answers use the previous one.',
    };
  }
  // A documentation site has no commit, so its date describes it.
  if (repository.source?.kind === 'web' && readyAt !== null)
    return {
      shortText: formatDay(readyAt),
      fullText: `Documentation site, indexed ${formatRelativeTime(readyAt, now)}`,
    };
  return describeKnownVersion({ ref, commit, readyAt }, now);
}

/** Describes a known version by branch or tag, commit and time of indexing. */
export function describeKnownVersion(
  { ref, commit, readyAt }: Pick<Repository, 'ref' | 'commit' | 'readyAt'>,
  now = Date.now(),
): VersionDescription {
  const parts = [ref, commit === '' ? null : shortCommit(commit)].filter((part) => part !== null);
  const indexed = readyAt === null ? '' : `, indexed ${formatRelativeTime(readyAt, now)}`;
  return {
    shortText: parts.join(' · '),
    fullText: `${ref === null ? '' : `${ref}, `}commit ${commit}${indexed}`,
  };
}
