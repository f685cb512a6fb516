/** Resolves an id, branch, tag or commit from an address to a version. Pure. */
import type { Version } from '../../api.ts';
import { shortCommit } from '../../format.ts';

type Listed = Pick<Version, 'ref' | 'snapshotId' | 'commit' | 'isDefault'>;

export function findVersion<Of extends Listed>(versions: readonly Of[], named: string): Of | undefined {
  return (
    versions.find(({ snapshotId }) => snapshotId === named) ??
    versions.find(({ ref }) => ref === named) ??
    versions.find(({ commit }) => named.length >= 7 && commit.startsWith(named))
  );
}

export interface RequestedVersion {
  /** As requests name it. A branch or tag survives the next upload; a snapshot id does not. */
  readonly version: string;
  readonly label: string;
}

/** @returns null for the default version */
export function readRequestedVersion(
  named: string | null,
  known: { readonly versions: readonly Listed[]; readonly servedSnapshotId: string | null },
): RequestedVersion | null {
  if (named === null || named === known.servedSnapshotId) return null;
  const match = findVersion(known.versions, named);
  if (match === undefined) return { version: named, label: isId(named) ? 'another version' : named };
  if (match.isDefault) return null;
  return { version: match.ref ?? match.snapshotId, label: match.ref ?? shortCommit(match.commit) };
}

/** The format of the server's snapshot ids. */
function isId(named: string): boolean {
  return /^[0-9a-z]{16}$/.test(named);
}

/** The label of a link to the default version. */
export function labelDefaultVersion(versions: readonly Listed[]): string {
  return versions.find(({ isDefault }) => isDefault)?.ref ?? 'the newest';
}
