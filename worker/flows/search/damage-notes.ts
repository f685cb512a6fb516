/** Describes files with damaged stored text or symbols, and how to repair them. */

import type { Services } from '../services.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';

const maxNamed = 5;

/** Returns the same snapshot, whose reads skip damaged text and add its path to `damaged`. */
export function withDamageTracking(resolved: ResolvedSnapshot, damaged: Set<string>): ResolvedSnapshot {
  return { ...resolved, key: { ...resolved.key, damaged } };
}

/** Describes text that was skipped. */
export function damageNotes(resolved: ResolvedSnapshot, damaged: Iterable<string>): readonly string[] {
  return formatDamageNotes(
    resolved,
    damaged,
    (named) => `The stored text of ${named} does not match its hash and was skipped.`,
  );
}

/**
 * Describes symbols that may be missing from the result: in its files and in `path`, or in all files if there is no result and no path.
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
  const incomplete = await chunkStore.filesMissingSymbols(
    resolved.key,
    paths.length === 0 ? undefined : paths,
  );
  return formatDamageNotes(
    resolved,
    incomplete,
    (named) => `The number of stored definitions of ${named} does not match what was indexed.`,
  );
}

function formatDamageNotes(
  { repository, snapshot }: ResolvedSnapshot,
  damaged: Iterable<string>,
  describe: (named: string) => string,
): readonly string[] {
  const paths = [...damaged].toSorted();
  if (paths.length === 0) return [];
  const named = paths.slice(0, maxNamed).map((path) => JSON.stringify(path));
  const more = paths.length > maxNamed ? ` and ${paths.length - maxNamed} more files` : '';
  return [
    `${describe(`${named.join(', ')}${more}`)} Run \`npx wherefore versions ${repository.name} --repair ${snapshot.id}\` or POST /v1/repositories/${repository.id}/versions/${snapshot.id}/repair.`,
  ];
}
