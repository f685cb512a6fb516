/** Objects of a git repository as they were committed: the work tree, replacements of objects and the network are left out of it. */

import { createByteReader } from '../source/byte-reader.ts';
import { readGit, streamGit } from '../history/history-git.ts';
import { seconds } from '../history/read-commits.ts';

export interface GitCommit {
  readonly id: string;
  /** As the commit names its author, and as the repository's `.mailmap` has it. */
  readonly authors: readonly string[];
  /** Milliseconds since 1970. */
  readonly authoredAt: number;
  readonly message: string;
}

/** Why there are no bytes. `path`: the commit has no such file. `object`: it has, but not all of it is in this clone. */
export type Absence = 'commit' | 'path' | 'object';

export interface GitObjects {
  hasCommit(id: string): Promise<boolean>;
  /** @param path from the top of the repository */
  fileAt(commit: string, path: string): Promise<Buffer | Absence>;
  /** Those of these commits that are here. @param mailmapOf the commit whose `.mailmap` counts */
  commits(ids: readonly string[], mailmapOf: string): Promise<ReadonlyMap<string, GitCommit>>;
  stop(): void;
}

/** No file of an index is larger; of one that is, nothing needs to be read to know that it is another. */
const maxBytes = 4_000_000;
const commitId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

export function openGitObjects(folder: string, signal: AbortSignal): GitObjects {
  const git = streamGit(folder, ['--no-replace-objects', 'cat-file', '--batch'], signal);
  const reader = createByteReader(git.stdout);
  /** One answer at a time: whoever asks waits for those before. */
  let last: Promise<unknown> = Promise.resolve();

  /** An answer is `<id> <kind> <size>`, the bytes and a line feed; or one line that says there is none. */
  async function answer(object: string): Promise<{ kind: string; bytes: Buffer } | undefined> {
    git.stdin.write(`${object}\n`);
    const [, kind = '', size] = /^[0-9a-f]{40,64} (\w+) (\d+)$/.exec(await reader.line()) ?? [];
    if (size === undefined) return undefined;
    const read = Math.min(Number(size), maxBytes);
    const bytes = Buffer.from(await reader.bytes(read));
    await reader.skip(Number(size) - read + 1);
    return { kind, bytes };
  }
  const ask = (object: string): ReturnType<typeof answer> => {
    const asked = last.then(() => answer(object));
    last = asked.catch(() => undefined);
    return asked;
  };
  const hasCommit = async (id: string): Promise<boolean> =>
    commitId.test(id) && (await ask(id))?.kind === 'commit';

  return {
    hasCommit,
    async fileAt(commit, path) {
      if (!(await hasCommit(commit))) return 'commit';
      // None that git keeps: no such path is in any commit.
      if (/[\n\0]|(?:^|\/)\.{0,2}(?:\/|$)/.test(path)) return 'path';
      const found = await ask(`${commit}:${path}`);
      if (found?.kind === 'blob') return found.bytes;
      if (found !== undefined) return 'path';
      // Of a clone without all objects: a listing fails where a folder is not here, and names the file where that alone is not.
      const listed = await readGit(
        folder,
        ['--literal-pathspecs', 'ls-tree', '--full-tree', commit, '--', path],
        signal,
      );
      return listed.code === 0 && listed.output.length === 0 ? 'path' : 'object';
    },
    async commits(ids, mailmapOf) {
      const here: string[] = [];
      for (const id of new Set(ids)) if (await hasCommit(id)) here.push(id);
      if (here.length === 0) return new Map();
      const mailmap = commitId.test(mailmapOf) ? ['-c', `mailmap.blob=${mailmapOf}:.mailmap`] : [];
      const format = '--format=%H%x00%an%x00%aN%x00%at%x00%B';
      const args = [
        '--no-replace-objects',
        ...mailmap,
        'log',
        '--no-walk=unsorted',
        '--no-color',
        '-z',
        format,
      ];
      const { output } = await readGit(folder, [...args, '--no-patch', ...here, '--'], signal);
      return commitsIn(output.toString());
    },
    stop: git.stop,
  };
}

const fieldsOfCommit = 5;

function commitsIn(printed: string): ReadonlyMap<string, GitCommit> {
  const fields = printed.split('\0');
  const commits = new Map<string, GitCommit>();
  for (let at = 0; at + fieldsOfCommit <= fields.length; at += fieldsOfCommit) {
    const [id = '', author = '', mapped = '', authoredAt, message = ''] = fields.slice(
      at,
      at + fieldsOfCommit,
    );
    const authors = [...new Set([author, mapped])];
    commits.set(id, { id, authors, authoredAt: seconds(authoredAt) * 1_000, message });
  }
  return commits;
}
