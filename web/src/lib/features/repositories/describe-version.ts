/** Which version of a repository is in use: in a few words for the top bar, and in full. */
import type { Repository } from '../../api.ts';
import { formatDay, formatWhen, shortCommit } from '../../format.ts';

interface VersionWords {
  readonly short: string;
  readonly full: string;
}

type Described = Pick<
  Repository,
  'ref' | 'commit' | 'snapshotId' | 'servedSnapshotId' | 'readyAt' | 'status'
> &
  Partial<Pick<Repository, 'source'>>;

/** @param pinned the snapshot an address names, when it names one */
export function describeVersion(
  repository: Described,
  pinned: string | null,
  now = Date.now(),
): VersionWords {
  const { servedSnapshotId, snapshotId, commit, ref, readyAt } = repository;
  if (pinned !== null && pinned !== servedSnapshotId) {
    return { short: 'another version', full: `Snapshot ${pinned}, which the address names` };
  }
  if (servedSnapshotId === null) return { short: repository.status, full: 'Nothing of it is indexed yet' };
  if (servedSnapshotId !== snapshotId) {
    return {
      short: 'the version before',
      full: 'A newer version is not ready; answers are of the one before',
    };
  }
  // What was crawled has a day, and no commit.
  if (repository.source?.kind === 'web' && readyAt !== null)
    return { short: formatDay(readyAt), full: `Pages of the web, indexed ${formatWhen(readyAt, now)}` };
  return nameVersion({ ref, commit, readyAt }, now);
}

/** One that is known: its branch or tag, its commit, when it was indexed. */
export function nameVersion(
  { ref, commit, readyAt }: Pick<Repository, 'ref' | 'commit' | 'readyAt'>,
  now = Date.now(),
): VersionWords {
  const words = [ref, commit === '' ? null : shortCommit(commit)].filter((word) => word !== null);
  const indexed = readyAt === null ? '' : `, indexed ${formatWhen(readyAt, now)}`;
  return {
    short: words.join(' · '),
    full: `${ref === null ? '' : `${ref}, `}commit ${commit}${indexed}`,
  };
}
