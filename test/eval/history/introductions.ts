/**
 * Finds the commit that introduced each name, like `git log -S`, but for all names in one pass over the patches. A name counts
 * once per line that defines it, so a commit that only moves the line changes nothing.
 */

import { createInterface } from 'node:readline';
import { startGit } from '../../../clients/cli/source/run-git.ts';
import { findDefinedNames, sourceExtensions } from './definition-lines.ts';

/** Longer lines are generated code. */
const maxLineLength = 2_000;

/**
 * @param names names with the current number of definitions
 * @returns the commit of each name that was introduced exactly once and never removed; other histories have no clear truth
 */
export async function findIntroductions(
  folder: string,
  commit: string,
  names: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, string>> {
  const events = new Map<string, { commit: string; net: number }[]>();
  let current = new Map<string, number>();
  let id = '';
  const recordChanges = (): void => {
    for (const [name, net] of current)
      if (net !== 0) events.set(name, [...(events.get(name) ?? []), { commit: id, net }]);
    current = new Map();
  };
  for await (const line of readPatchLines(folder, commit)) {
    const first = line[0];
    if (first === '\u0001') {
      recordChanges();
      id = line.slice(1);
    }
    if ((first !== '+' && first !== '-') || line.length > maxLineLength) continue;
    for (const name of findDefinedNames(line))
      if (names.has(name)) current.set(name, (current.get(name) ?? 0) + (first === '+' ? 1 : -1));
  }
  recordChanges();
  return new Map(
    [...events].flatMap(([name, changes]) => readSingleIntroduction(name, changes, names.get(name) ?? 0)),
  );
}

function readSingleIntroduction(
  name: string,
  changes: readonly { readonly commit: string; readonly net: number }[],
  currentCount: number,
): [string, string][] {
  const [first, ...others] = changes;
  return first !== undefined && others.length === 0 && first.net === currentCount
    ? [[name, first.commit]]
    : [];
}

function readPatchLines(folder: string, commit: string): AsyncIterable<string> {
  const git = startGit(folder, [
    '-c',
    'core.quotePath=false',
    'log',
    '--reverse',
    '--topo-order',
    '--no-merges',
    '--no-renames',
    '--no-ext-diff',
    '--no-color',
    '-p',
    '-U0',
    '--format=%x01%H',
    commit,
    '--',
    ...sourceExtensions.map((extension) => `*.${extension}`),
  ]);
  git.stdin.end();
  git.stderr.resume();
  return createInterface({ input: git.stdout, crlfDelay: Infinity });
}
