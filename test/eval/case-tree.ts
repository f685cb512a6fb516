/** Finds the tree of each case: a repository at a commit, or one folder of it. */

import { CommandError } from '../../clients/cli/command-error.ts';
import type { EvaluationCase } from './evaluation-case.ts';
import { findClone } from './find-clone.ts';
import type { Clone } from './find-clone.ts';

export interface CaseTree {
  /** Name on the server, the same in every run, such as `owner/name@<commit>`. */
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
  const rootSuffix = root === undefined ? '' : `:${root.replaceAll('/', '+')}`;
  return `${repository.replace('+', '/')}@${commit.slice(0, commitLength)}${rootSuffix}`;
}

/** Returns the trees of the cases by key. @throws CommandError that lists every missing clone and the searched folders */
export async function findTrees(
  cases: readonly CaseRevision[],
  folders: readonly string[],
): Promise<ReadonlyMap<string, CaseTree>> {
  const trees = new Map<string, CaseTree>();
  const missingClones = new Map<string, readonly string[]>();
  for (const revision of cases) {
    const key = getTreeKey(revision);
    const label = `${revision.repository} at ${revision.commit.slice(0, commitLength)}`;
    if (trees.has(key) || missingClones.has(label)) continue;
    const clone = await findClone(revision, folders);
    if ('searched' in clone) missingClones.set(label, clone.searched);
    else
      trees.set(key, {
        name: formatTreeName(revision.repository, clone.commit, revision.root),
        clone,
        root: revision.root,
      });
  }
  if (missingClones.size === 0) return trees;
  const details = [...missingClones].map(([label, searched]) => `${label}: looked in ${searched.join(', ')}`);
  throw new CommandError('usage', 'clone_missing', {
    message: `There is no clone of ${missingClones.size === 1 ? '' : `${missingClones.size} repositories: `}${details.join('; ')}.`,
    fix: 'Clone them with their history into a folder, and give that folder with --repositories.',
  });
}
