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

/** How long a snapshot without damage is not checked again. Counting all definitions takes longer than every other read of an answer. */
const intactMs = 60_000;
/** When the definitions of a snapshot were found complete. */
const intactAt = new Map<string, number>();
const maxIntact = 1_000;

/** Makes the next read of every snapshot count its definitions again. */
export function clearIntactSnapshots(): void {
  intactAt.clear();
}

/** Describes symbols that are missing anywhere in the snapshot. Reports new damage up to a minute late. */
export async function snapshotDamageNotes(
  services: Pick<Services, 'chunkStore' | 'clock'>,
  resolved: ResolvedSnapshot,
): Promise<readonly string[]> {
  const { shard, snapshot, generation } = resolved.key;
  const key = `${resolved.repository.id} ${shard} ${snapshot} ${generation}`;
  const now = services.clock.now();
  if (now - (intactAt.get(key) ?? -Infinity) < intactMs) return [];
  const notes = await symbolDamageNotes(services, resolved, { found: [] });
  if (intactAt.size >= maxIntact) intactAt.clear();
  if (notes.length === 0) intactAt.set(key, now);
  else intactAt.delete(key);
  return notes;
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
    `${describe(`${named.join(', ')}${more}`)} Run \`npx wherefore versions ${repository.name} --repair ${snapshot.id}\`.`,
  ];
}
