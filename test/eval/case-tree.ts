/** Finds the tree of each case: a repository at a commit, or one folder of it. */

import { CommandError } from '../../clients/cli/command-error.ts';
import type { EvaluationCase } from './evaluation-case.ts';
import { findClone } from './find-clone.ts';
import type { Clone } from './find-clone.ts';

export interface CaseTree {
  /** Name on the server, the same in every run. The repository name comes last before the `@`. */
  readonly name: string;
  readonly clone: Clone;
  readonly root: string | undefined;
}

const commitLength = 12;

type CaseRevision = Pick<EvaluationCase, 'repository' | 'commit' | 'root'>;

/** Returns the key of a tree, which does not depend on its clone. */
export function getTreeKey({ repository, commit, root }: CaseRevision): string {
  return `${repository}\0${commit}\0${root ?? ''}`;
}

export function formatTreeName(repository: string, commit: string, root: string | undefined): string {
  const below = root === undefined ? '' : `:${root.replaceAll('/', '+')}`;
  return `${repository.replace('+', '/')}@${commit.slice(0, commitLength)}${below}`;
}

/** Returns the trees of the cases by key. @throws CommandError that lists every missing clone and the searched folders */
export async function findTrees(
  cases: readonly CaseRevision[],
  folders: readonly string[],
): Promise<ReadonlyMap<string, CaseTree>> {
  const trees = new Map<string, CaseTree>();
  const missing = new Map<string, readonly string[]>();
  for (const place of cases) {
    const key = getTreeKey(place);
    const label = `${place.repository} at ${place.commit.slice(0, commitLength)}`;
    if (trees.has(key) || missing.has(label)) continue;
    const clone = await findClone(place, folders);
    if ('searched' in clone) missing.set(label, clone.searched);
    else
      trees.set(key, {
        name: formatTreeName(place.repository, clone.commit, place.root),
        clone,
        root: place.root,
      });
  }
  if (missing.size === 0) return trees;
  const details = [...missing].map(([label, searched]) => `${label}: looked in ${searched.join(', ')}`);
  throw new CommandError('usage', 'clone_missing', {
    message: `There is no clone of ${missing.size === 1 ? '' : `${missing.size} repositories: `}${details.join('; ')}.`,
    fix: 'Clone them with their history into a folder, and give that folder with --repositories.',
  });
}
