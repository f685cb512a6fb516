/** Finds the version to which an id, branch, tag or commit in an address refers. */
import type { Version } from '../../api.ts';
import { shortCommit } from '../../format.ts';

type ListedVersion = Pick<Version, 'ref' | 'snapshotId' | 'commit' | 'isDefault'>;

export function findVersion<V extends ListedVersion>(
  versions: readonly V[],
  reference: string,
): V | undefined {
  return (
    versions.find(({ snapshotId }) => snapshotId === reference) ??
    versions.find(({ ref }) => ref === reference) ??
    versions.find(({ commit }) => reference.length >= 7 && commit.startsWith(reference))
  );
}

export interface RequestedVersion {
  /** The name of the version in requests. A branch or tag stays valid after the next upload; a snapshot id does not. */
  readonly version: string;
  readonly label: string;
}

/** @returns null for the default version */
export function readRequestedVersion(
  reference: string | null,
  repository: { readonly versions: readonly ListedVersion[]; readonly servedSnapshotId: string | null },
): RequestedVersion | null {
  if (reference === null || reference === repository.servedSnapshotId) return null;
  const match = findVersion(repository.versions, reference);
  if (match === undefined)
    return { version: reference, label: isSnapshotId(reference) ? 'another version' : reference };
  if (match.isDefault) return null;
  return { version: match.ref ?? match.snapshotId, label: match.ref ?? shortCommit(match.commit) };
}

/** The format of the server's snapshot ids. */
function isSnapshotId(reference: string): boolean {
  return /^[0-9a-z]{16}$/.test(reference);
}

/** The label of a link to the default version. */
export function labelDefaultVersion(versions: readonly ListedVersion[]): string {
  return versions.find(({ isDefault }) => isDefault)?.ref ?? 'the newest';
}
