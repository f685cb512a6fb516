/** Finds the commits whose patches git cannot print because the clone lacks objects, and follows lines through them. */

import { unquotePath } from '../git-path.ts';
import type { CommitPlaces } from './line-places.ts';
import { stepCodes } from './line-ledger.ts';
import { readGitLines } from './read-git-lines.ts';
import { commitFormat, type CommitHeader } from './read-patches.ts';
import type { WalkState } from './walk-state.ts';

export interface UnreadableCommit extends CommitHeader {
  /** Changed files (byte strings) with the letter of their change: `A` for an added file, `D` for a deleted one. */
  readonly changes: ReadonlyMap<string, string>;
}

export interface CommitOrder {
  /** All commits, children before parents. */
  readonly ids: readonly string[];
  readonly unreadable: ReadonlyMap<string, UnreadableCommit>;
}

/** A clone that lacks more is damaged or partial. */
const maxMissingObjects = 10_000;
const maxUnreadableCommits = 200;

/** @returns undefined when git cannot list the changes or too many objects are missing */
export async function findUnreadableCommits(
  folder: string,
  tip: string,
  signal: AbortSignal,
): Promise<CommitOrder | undefined> {
  const missing = new Set<string>();
  const objects = ['rev-list', '--objects', '--missing=print', '--end-of-options', tip];
  const listError = await readGitLines({ folder, args: objects, signal }, async (lines) => {
    while (lines.next()) {
      const line = lines.bytes.toString('latin1', lines.start, lines.end);
      if (line.startsWith('?')) missing.add(line.slice(1));
    }
    return missing.size <= maxMissingObjects;
  });
  if (listError !== undefined || missing.size > maxMissingObjects) return undefined;
  return readChanges({ folder, tip, signal }, missing);
}

/** `:100644 100644 <old id> <new id> M`, a tab and the path */
const changePattern = /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) ([A-Z])\d*\t(.*)$/s;

async function readChanges(
  { folder, tip, signal }: { readonly folder: string; readonly tip: string; readonly signal: AbortSignal },
  missing: ReadonlySet<string>,
): Promise<CommitOrder | undefined> {
  const ids: string[] = [];
  const unreadable = new Map<string, UnreadableCommit>();
  let commit: (CommitHeader & { readonly changes: Map<string, string> }) | undefined;
  const readLine = (line: string): void => {
    const [, oldId = '', newId = '', change = '', path = ''] = changePattern.exec(line) ?? [];
    if (line.startsWith('commit ')) {
      const [, id = '', ...parents] = line.split(' ');
      commit = { id, parents: parents.filter((parent) => parent !== ''), changes: new Map() };
      ids.push(id);
    } else if (commit !== undefined && change !== '') {
      commit.changes.set(unquotePath(path), change);
      if (missing.has(oldId) || missing.has(newId)) unreadable.set(commit.id, commit);
    }
  };
  const log = ['log', '--topo-order', '--diff-merges=first-parent', commitFormat];
  const args = [...log, '--raw', '--no-abbrev', '--no-renames', '--no-relative', '--end-of-options', tip];
  const error = await readGitLines({ folder, args, signal }, async (lines) => {
    while (lines.next()) readLine(lines.bytes.toString('latin1', lines.start, lines.end));
    return unreadable.size <= maxUnreadableCommits;
  });
  const isUsable = error === undefined && unreadable.size <= maxUnreadableCommits;
  return isUsable ? { ids, unreadable } : undefined;
}

/**
 * Lines of unchanged files continue in the first parent. A new file has new lines, unless the commit deletes files, which
 * it may have renamed. The origin of all other lines is unknown.
 */
export function passUnreadableCommit(
  { id, parents, changes }: UnreadableCommit,
  state: WalkState,
  places: CommitPlaces,
): void {
  const [parent] = parents;
  const hasDeletions = [...changes.values()].includes('D');
  for (const [path, filePlaces] of places) {
    const change = changes.get(path);
    if (change === undefined && parent !== undefined) continue;
    places.delete(path);
    if (change !== 'A' || hasDeletions || parents.length > 1) {
      state.endUnknown(new Map([[path, filePlaces]]));
      continue;
    }
    for (const [at, line] of filePlaces.lines.entries()) {
      state.record({ line, commit: id, code: stepCodes.added, path, number: filePlaces.numbers[at] ?? 0 });
      state.end(line);
    }
  }
  if (parent !== undefined) state.addPending(parent, places);
}
