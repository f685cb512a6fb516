/**
 * Which commit brought a name into a repository's sources, by one pass over its patches: what `git log -S` tells of one name, told of all
 * at once. A name counts once for each line that defines it; a commit that only moves it changes nothing.
 */

import { createInterface } from 'node:readline';
import { startGit } from '../../../clients/cli/source/run-git.ts';
import { namesDefined, sourceEndings } from './definition-lines.ts';

/** A line longer than this is generated. */
const longestLine = 2_000;

/**
 * @param names with how often each is defined now
 * @returns the commit of each that came once, stayed, and was never there twice: where the history says anything else there is no truth
 */
export async function introductionsOf(
  folder: string,
  commit: string,
  names: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, string>> {
  const events = new Map<string, { commit: string; net: number }[]>();
  let current = new Map<string, number>();
  let id = '';
  const settle = (): void => {
    for (const [name, net] of current)
      if (net !== 0) events.set(name, [...(events.get(name) ?? []), { commit: id, net }]);
    current = new Map();
  };
  for await (const line of patchLines(folder, commit)) {
    const first = line[0];
    if (first === '\u0001') {
      settle();
      id = line.slice(1);
    }
    if ((first !== '+' && first !== '-') || line.length > longestLine) continue;
    for (const name of namesDefined(line))
      if (names.has(name)) current.set(name, (current.get(name) ?? 0) + (first === '+' ? 1 : -1));
  }
  settle();
  return new Map([...events].flatMap(([name, told]) => onlyEvent(name, told, names.get(name) ?? 0)));
}

function onlyEvent(
  name: string,
  told: readonly { readonly commit: string; readonly net: number }[],
  now: number,
): [string, string][] {
  const [first, ...others] = told;
  return first !== undefined && others.length === 0 && first.net === now ? [[name, first.commit]] : [];
}

function patchLines(folder: string, commit: string): AsyncIterable<string> {
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
    ...sourceEndings.map((ending) => `*.${ending}`),
  ]);
  git.stdin.end();
  git.stderr.resume();
  return createInterface({ input: git.stdout, crlfDelay: Infinity });
}
