/** Describes the version in use, briefly for the top bar and in full. */
import type { Repository } from '../../api.ts';
import { formatDay, formatRelativeTime, shortCommit } from '../../format.ts';

interface VersionWords {
  readonly short: string;
  readonly full: string;
}

type Described = Pick<
  Repository,
  'ref' | 'commit' | 'snapshotId' | 'servedSnapshotId' | 'readyAt' | 'status'
> &
  Partial<Pick<Repository, 'source'>>;

/** @param pinned the snapshot in the address, if any */
export function describeVersion(
  repository: Described,
  pinned: string | null,
  now = Date.now(),
): VersionWords {
  const { servedSnapshotId, snapshotId, commit, ref, readyAt } = repository;
  if (pinned !== null && pinned !== servedSnapshotId) {
    return { short: 'another version', full: `Snapshot ${pinned}, from the address` };
  }
  if (servedSnapshotId === null) return { short: repository.status, full: 'Nothing is indexed yet' };
  if (servedSnapshotId !== snapshotId) {
    return {
      short: 'previous snapshot',
      full: 'A newer snapshot is not ready. Answers use the previous one.',
    };
  }
  // A documentation site has a date and no commit.
  if (repository.source?.kind === 'web' && readyAt !== null)
    return {
      short: formatDay(readyAt),
      full: `Documentation site, indexed ${formatRelativeTime(readyAt, now)}`,
    };
  return nameVersion({ ref, commit, readyAt }, now);
}

/** Describes a known version by branch or tag, commit and time of indexing. */
export function nameVersion(
  { ref, commit, readyAt }: Pick<Repository, 'ref' | 'commit' | 'readyAt'>,
  now = Date.now(),
): VersionWords {
  const words = [ref, commit === '' ? null : shortCommit(commit)].filter((word) => word !== null);
  const indexed = readyAt === null ? '' : `, indexed ${formatRelativeTime(readyAt, now)}`;
  return {
    short: words.join(' · '),
    full: `${ref === null ? '' : `${ref}, `}commit ${commit}${indexed}`,
  };
}
