/** The version that is meant by an id, a branch or tag or a commit of an address, and how it is asked and called. Pure. */
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

export interface AskedVersion {
  /** As a request names it. A branch or tag stays what it is when it is uploaded again; the id of its state goes. */
  readonly version: string;
  readonly label: string;
}

/** @returns null where what is read by default is meant */
export function askedVersion(
  named: string | null,
  known: { readonly versions: readonly Listed[]; readonly servedSnapshotId: string | null },
): AskedVersion | null {
  if (named === null || named === known.servedSnapshotId) return null;
  const found = findVersion(known.versions, named);
  if (found === undefined) return { version: named, label: isId(named) ? 'another version' : named };
  if (found.isDefault) return null;
  return { version: found.ref ?? found.snapshotId, label: found.ref ?? shortCommit(found.commit) };
}

/** As the server makes them. */
function isId(named: string): boolean {
  return /^[0-9a-z]{16}$/.test(named);
}

/** The one read by default, in words for a link to it. */
export function nameOfDefault(versions: readonly Listed[]): string {
  return versions.find(({ isDefault }) => isDefault)?.ref ?? 'the newest';
}
