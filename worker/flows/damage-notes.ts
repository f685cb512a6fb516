/** Names the files whose stored text was left out because it does not match its hash, and how to repair them. */

import type { ResolvedSnapshot } from './resolve-snapshot.ts';

const maxNamed = 5;

/** The same state, whose reads leave damaged text out and add its path to `damaged`. */
export function collectingDamage(resolved: ResolvedSnapshot, damaged: Set<string>): ResolvedSnapshot {
  return { ...resolved, key: { ...resolved.key, damaged } };
}

export function damageNotes(
  { repository, snapshot }: ResolvedSnapshot,
  damaged: Iterable<string>,
): readonly string[] {
  const paths = [...damaged].toSorted();
  if (paths.length === 0) return [];
  const named = paths.slice(0, maxNamed).map((path) => JSON.stringify(path));
  const more = paths.length > maxNamed ? ` and ${paths.length - maxNamed} more files` : '';
  return [
    `The stored text of ${named.join(', ')}${more} does not match its hash and was left out. Run \`npx wherefore versions ${repository.name} --repair ${snapshot.id}\` or POST /v1/repositories/${repository.id}/versions/${snapshot.id}/repair.`,
  ];
}
