/**
 * Finds the clone of a repository in folders of clones. A clone is named `owner+name`, `owner/name`, `owner__name` or `name`, with or without `.git`,
 * bare or not, optionally in a subfolder `repo`. A given folder may also be the clone itself.
 */

import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { resolveCommit } from '../../clients/cli/source/git-facts.ts';

export interface Clone {
  readonly folder: string;
  /** Full id of the requested commit. */
  readonly commit: string;
}

/** Reports that no clone was found: each searched folder and why it was rejected. */
interface NoClone {
  readonly searched: readonly string[];
}

/** Finds the first clone that has the commit. */
export async function findClone(
  revision: { readonly repository: string; readonly commit: string },
  folders: readonly string[],
): Promise<Clone | NoClone> {
  const searched: string[] = [];
  for (const folder of folders) {
    const candidates = listCandidates(folder, revision.repository);
    if (candidates.length === 0) searched.push(`${folder} (no clone of that name)`);
    for (const candidate of candidates) {
      const commit = await resolveCommit(candidate, revision.commit);
      if (commit !== undefined) return { folder: candidate, commit };
      searched.push(`${candidate} (has no commit ${revision.commit.slice(0, 12)})`);
    }
  }
  return { searched };
}

function listCandidates(folder: string, repository: string): string[] {
  const parts = repository.toLowerCase().split(/[/+]/);
  const owner = parts.length > 1 ? parts[0] : undefined;
  const name = parts.at(-1) ?? '';
  const matches: string[] = [];
  for (const entry of listFolders(folder)) {
    if (isNamed(entry, owner, name)) matches.push(join(folder, entry));
    if (entry.toLowerCase() === owner) {
      const clonesOfOwner = listFolders(join(folder, entry)).filter((inner) => normalizeName(inner) === name);
      matches.push(...clonesOfOwner.map((inner) => join(folder, entry, inner)));
    }
  }
  const namedClones = matches
    .flatMap((match) => [match, join(match, 'repo')])
    .filter(
      (candidate) =>
        isGitFolder(candidate) &&
        (basename(candidate) !== 'repo' || normalizeName(readCloneName(candidate)).endsWith(name)),
    );
  // A given folder that is a clone matches, whatever its name.
  const givenClone = findGitFolder(folder);
  return isGitFolder(givenClone) ? [givenClone, ...namedClones] : namedClones;
}

function isNamed(entry: string, owner: string | undefined, name: string): boolean {
  const [first = '', second] = normalizeName(entry).split(/\+|__/);
  if (second === undefined) return first === name;
  return second === name && (owner === undefined || first === owner);
}

/** Reads `owner/name` from the name of the folder. */
export function readCloneName(folder: string): string {
  const folderName = basename(folder);
  const isInner = folderName === 'repo' || folderName === '.git';
  return basename(isInner ? dirname(folder) : folder)
    .replace(/\.git$/, '')
    .replace(/\+|__/, '/');
}

function normalizeName(entry: string): string {
  return entry.toLowerCase().replace(/\.git$/, '');
}

function listFolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).filter(
    (entry) => statSync(join(folder, entry), { throwIfNoEntry: false })?.isDirectory() === true,
  );
}

/** Returns the subfolder `repo` if it is a repository and the folder itself is not; otherwise the folder. */
export function findGitFolder(folder: string): string {
  const inner = join(folder, 'repo');
  return !isGitFolder(folder) && isGitFolder(inner) ? inner : folder;
}

/** Returns whether a folder is a work tree or a git folder, without looking at its parents. */
function isGitFolder(folder: string): boolean {
  const hasEntry = (entry: string): boolean => existsSync(join(folder, entry));
  return hasEntry('.git') || (hasEntry('HEAD') && hasEntry('objects'));
}
