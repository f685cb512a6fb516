/**
 * Where the clone of a repository lies among folders of clones: as `owner+name`, `owner/name` or `name`, with `.git` or
 * not, bare or not, or one folder further in as `repo`; or the folder given is the clone.
 */

import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { resolveCommit } from '../../clients/cli/source/git-facts.ts';

export interface Clone {
  readonly folder: string;
  /** Of the commit wanted, whole. */
  readonly commit: string;
}

/** Why there is none: what was looked at, and what was wrong with it. */
interface NoClone {
  readonly looked: readonly string[];
}

/** The first clone that has the commit. */
export async function findClone(
  wanted: { readonly repository: string; readonly commit: string },
  folders: readonly string[],
): Promise<Clone | NoClone> {
  const looked: string[] = [];
  for (const folder of folders) {
    const candidates = candidatesIn(folder, wanted.repository);
    if (candidates.length === 0) looked.push(`${folder} (nothing of that name)`);
    for (const candidate of candidates) {
      const commit = await resolveCommit(candidate, wanted.commit);
      if (commit !== undefined) return { folder: candidate, commit };
      looked.push(`${candidate} (has no commit ${wanted.commit.slice(0, 12)})`);
    }
  }
  return { looked };
}

function candidatesIn(folder: string, repository: string): string[] {
  const parts = repository.toLowerCase().split(/[/+]/);
  const owner = parts.length > 1 ? parts[0] : undefined;
  const name = parts.at(-1) ?? '';
  const places: string[] = [];
  for (const entry of foldersIn(folder)) {
    if (isNamed(entry, owner, name)) places.push(join(folder, entry));
    if (entry.toLowerCase() === owner) {
      const below = foldersIn(join(folder, entry)).filter((inner) => plain(inner) === name);
      places.push(...below.map((inner) => join(folder, entry, inner)));
    }
  }
  const named = places
    .flatMap((place) => [place, join(place, 'repo')])
    .filter(
      (place) => isGit(place) && (basename(place) !== 'repo' || plain(nameOfClone(place)).endsWith(name)),
    );
  // A clone that is given itself is meant, whatever it is called.
  const itself = gitFolder(folder);
  return isGit(itself) ? [itself, ...named] : named;
}

function isNamed(entry: string, owner: string | undefined, name: string): boolean {
  const [first = '', second] = plain(entry).split(/\+|__/);
  if (second === undefined) return first === name;
  return second === name && (owner === undefined || first === owner);
}

/** `owner/name` as the folder tells it. */
export function nameOfClone(folder: string): string {
  const own = basename(folder);
  const isInner = own === 'repo' || own === '.git';
  return basename(isInner ? dirname(folder) : folder)
    .replace(/\.git$/, '')
    .replace(/\+|__/, '/');
}

function plain(entry: string): string {
  return entry.toLowerCase().replace(/\.git$/, '');
}

function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter(
    (entry) => statSync(join(folder, entry), { throwIfNoEntry: false })?.isDirectory() === true,
  );
}

/** The repository a folder is, or holds as `repo`. */
export function gitFolder(folder: string): string {
  const inner = join(folder, 'repo');
  return !isGit(folder) && isGit(inner) ? inner : folder;
}

/** A work tree, or a git folder itself; nothing above it is asked. */
function isGit(folder: string): boolean {
  const has = (entry: string): boolean => existsSync(join(folder, entry));
  return has('.git') || (has('HEAD') && has('objects'));
}
