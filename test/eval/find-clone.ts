/**
 * Finds the clone of a repository in folders of clones: named `owner+name`, `owner/name`, `owner__name` or `name`, with or without `.git`, bare or
 * not, or in a subfolder `repo`. A given folder may also be the clone itself.
 */

import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { resolveCommit } from '../../clients/cli/source/git-facts.ts';

export interface Clone {
  readonly folder: string;
  /** Full id of the requested commit. */
  readonly commit: string;
}

/** No clone was found: the searched places and the reason for each. */
interface NoClone {
  readonly looked: readonly string[];
}

/** The first clone that has the commit. */
export async function findClone(
  revision: { readonly repository: string; readonly commit: string },
  folders: readonly string[],
): Promise<Clone | NoClone> {
  const looked: string[] = [];
  for (const folder of folders) {
    const candidates = candidatesIn(folder, revision.repository);
    if (candidates.length === 0) looked.push(`${folder} (no clone of that name)`);
    for (const candidate of candidates) {
      const commit = await resolveCommit(candidate, revision.commit);
      if (commit !== undefined) return { folder: candidate, commit };
      looked.push(`${candidate} (has no commit ${revision.commit.slice(0, 12)})`);
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
      const below = foldersIn(join(folder, entry)).filter((inner) => normalizeName(inner) === name);
      places.push(...below.map((inner) => join(folder, entry, inner)));
    }
  }
  const named = places
    .flatMap((place) => [place, join(place, 'repo')])
    .filter(
      (place) =>
        isGit(place) && (basename(place) !== 'repo' || normalizeName(readCloneName(place)).endsWith(name)),
    );
  // A given folder that is a clone matches, whatever its name.
  const itself = gitFolder(folder);
  return isGit(itself) ? [itself, ...named] : named;
}

function isNamed(entry: string, owner: string | undefined, name: string): boolean {
  const [first = '', second] = normalizeName(entry).split(/\+|__/);
  if (second === undefined) return first === name;
  return second === name && (owner === undefined || first === owner);
}

/** `owner/name` according to the folder name. */
export function readCloneName(folder: string): string {
  const own = basename(folder);
  const isInner = own === 'repo' || own === '.git';
  return basename(isInner ? dirname(folder) : folder)
    .replace(/\.git$/, '')
    .replace(/\+|__/, '/');
}

function normalizeName(entry: string): string {
  return entry.toLowerCase().replace(/\.git$/, '');
}

function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter(
    (entry) => statSync(join(folder, entry), { throwIfNoEntry: false })?.isDirectory() === true,
  );
}

/** The folder itself if it is a repository, or its subfolder `repo`. */
export function gitFolder(folder: string): string {
  const inner = join(folder, 'repo');
  return !isGit(folder) && isGit(inner) ? inner : folder;
}

/** Whether a folder is a work tree or a git folder, without looking at its parents. */
function isGit(folder: string): boolean {
  const has = (entry: string): boolean => existsSync(join(folder, entry));
  return has('.git') || (has('HEAD') && has('objects'));
}
