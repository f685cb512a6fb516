/** Names the files of which something was left out because it is not what was indexed, and how to repair them. */

import type { Services } from '../services.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';

const maxNamed = 5;

/** The same state, whose reads leave damaged text out and add its path to `damaged`. */
export function collectingDamage(resolved: ResolvedSnapshot, damaged: Set<string>): ResolvedSnapshot {
  return { ...resolved, key: { ...resolved.key, damaged } };
}

/** Text that was left out. */
export function damageNotes(resolved: ResolvedSnapshot, damaged: Iterable<string>): readonly string[] {
  return notesOn(
    resolved,
    damaged,
    (named) => `The stored text of ${named} does not match its hash and was left out.`,
  );
}

/**
 * Symbols that may be missing among those found: of the files they are in and of `path`, or of all files where none was found and no file
 * was named.
 */
export async function symbolDamageNotes(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  resolved: ResolvedSnapshot,
  {
    path,
    found,
  }: { readonly path?: string | undefined; readonly found: readonly { readonly path: string }[] },
): Promise<readonly string[]> {
  const paths = [...new Set([...(path === undefined ? [] : [path]), ...found.map((symbol) => symbol.path)])];
  const lacking = await chunkStore.filesLackingSymbols(resolved.key, paths.length === 0 ? undefined : paths);
  return notesOn(
    resolved,
    lacking,
    (named) => `The number of stored definitions of ${named} does not match what was indexed.`,
  );
}

function notesOn(
  { repository, snapshot }: ResolvedSnapshot,
  damaged: Iterable<string>,
  problemOf: (named: string) => string,
): readonly string[] {
  const paths = [...damaged].toSorted();
  if (paths.length === 0) return [];
  const named = paths.slice(0, maxNamed).map((path) => JSON.stringify(path));
  const more = paths.length > maxNamed ? ` and ${paths.length - maxNamed} more files` : '';
  return [
    `${problemOf(`${named.join(', ')}${more}`)} Run \`npx wherefore versions ${repository.name} --repair ${snapshot.id}\` or POST /v1/repositories/${repository.id}/versions/${snapshot.id}/repair.`,
  ];
}
