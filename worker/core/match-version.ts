/**
 * Which of the snapshots a repository has are meant by a word: the id of one, a branch or tag, a commit or the beginning of one. An
 * exact name goes before a likeness: `1.2` means the tag `v1.2` only where nothing is called `1.2` and no other tag is like it.
 */

interface NamedSnapshot {
  readonly id: string;
  readonly ref: string | undefined;
  readonly commit: string;
}

/** Digits of a commit that name it. */
const shortestCommit = 7;

/** @returns those meant, in the order given; none where nothing is meant, or too much is. */
export function matchVersion<Of extends NamedSnapshot>(
  snapshots: readonly Of[],
  wanted: string,
): readonly Of[] {
  const exact = snapshots.filter(({ id }) => id === wanted);
  if (exact.length > 0) return exact;
  const named = snapshots.filter(({ ref }) => ref === wanted);
  if (named.length > 0) return named;
  const committed =
    wanted.length < shortestCommit ? [] : snapshots.filter(({ commit }) => commit.startsWith(wanted));
  if (committed.length > 0) return committed;
  const number = numberOf(wanted);
  const alike =
    number === undefined ? [] : snapshots.filter(({ ref }) => ref !== undefined && numberOf(ref) === number);
  return new Set(alike.map(({ ref }) => ref)).size === 1 ? alike : [];
}

/** The number a tag says: `1.2` of `v1.2`, `release-1.2` and `1.2` itself; undefined where it says none. */
export function numberOf(ref: string): string | undefined {
  return /^(?:v|version-|release-|rel-)?(\d+(?:\.\d+)*(?:[-.]?(?:a|b|rc|alpha|beta|pre|dev)[-.]?\d*)?)$/.exec(
    ref,
  )?.[1];
}
