/** Reads the tags of a repository that point to commits, newest first. */

import type { HistoryTag } from '../../../worker/contract/history/client.ts';
import type { GitTip } from '../source/pack-source.ts';
import { parseSeconds } from './read-commits.ts';
import { readGit } from './run-history-git.ts';

/** Limits of the wire format. */
const maxTags = 10_000;
const maxNameLength = 250;
/** Of an annotated tag, the second pair describes its commit. */
const format = [
  '%(refname:strip=2)',
  '%(objecttype) %(objectname) %(committerdate:unix)',
  '%(*objecttype) %(*objectname) %(*committerdate:unix)',
].join('%09');

interface TagList {
  /** Undefined when git fails. */
  readonly tags: readonly HistoryTag[] | undefined;
  /** Git's error message, if it failed. */
  readonly tagError: string | undefined;
}

export async function readTags({ folder }: GitTip, signal: AbortSignal): Promise<TagList> {
  const args = [
    'for-each-ref',
    '--sort=-creatordate',
    `--count=${maxTags}`,
    `--format=${format}`,
    'refs/tags',
  ];
  const { code, errorLine, output } = await readGit(folder, args, signal);
  if (code !== 0) return { tags: undefined, tagError: errorLine || `git exited with code ${code}` };
  const tags = output
    .toString()
    .split('\n')
    .flatMap((line): HistoryTag[] => {
      const [name = '', ...objects] = line.split('\t');
      const pointed = objects.map((text) => text.split(' ')).find(([type]) => type === 'commit');
      const [, commit, time] = pointed ?? [];
      if (commit === undefined || time === undefined || name.length > maxNameLength) return [];
      return [{ name, commit, committedAt: parseSeconds(time) }];
    });
  return { tags, tagError: undefined };
}
