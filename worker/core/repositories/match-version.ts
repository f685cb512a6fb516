/**
 * Resolves a version name to a repository's snapshots. The name is an id, branch, tag, commit or abbreviated commit. Exact names win: `1.2`
 * resolves to the tag `v1.2` only if nothing is named `1.2` and no other tag has that number.
 */

interface NamedSnapshot {
  readonly id: string;
  readonly ref: string | undefined;
  readonly commit: string;
}

/** Minimum digits of an abbreviated commit. */
const minCommitLength = 7;

/** @returns the matching snapshots in their original order; none if the name is unknown or ambiguous */
export function matchVersion<Item extends NamedSnapshot>(
  snapshots: readonly Item[],
  name: string,
): readonly Item[] {
  const byId = snapshots.filter(({ id }) => id === name);
  if (byId.length > 0) return byId;
  const byRef = snapshots.filter(({ ref }) => ref === name);
  if (byRef.length > 0) return byRef;
  const byCommit =
    name.length < minCommitLength ? [] : snapshots.filter(({ commit }) => commit.startsWith(name));
  if (byCommit.length > 0) return byCommit;
  const number = parseVersionNumber(name);
  const byNumber =
    number === undefined
      ? []
      : snapshots.filter(({ ref }) => ref !== undefined && parseVersionNumber(ref) === number);
  return new Set(byNumber.map(({ ref }) => ref)).size === 1 ? byNumber : [];
}

/** The version number in a tag: `1.2` for `v1.2`, `release-1.2` and `1.2`; undefined if there is none. */
export function parseVersionNumber(ref: string): string | undefined {
  return /^(?:v|version-|release-|rel-)?(\d+(?:\.\d+)*(?:[-.]?(?:a|b|rc|alpha|beta|pre|dev)[-.]?\d*)?)$/.exec(
    ref,
  )?.[1];
}
