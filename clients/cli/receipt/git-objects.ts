/**
 * Reads objects of a git repository as they were committed, ignoring the work tree, replacement objects and the
 * network.
 */

import { createByteReader } from '../source/byte-reader.ts';
import { readGit, streamGit } from '../history/run-history-git.ts';
import { parseSeconds } from '../history/read-commits.ts';

export interface GitCommit {
  readonly id: string;
  /** The author in the commit and the author after `.mailmap`. */
  readonly authors: readonly string[];
  /** Milliseconds since 1970. */
  readonly authoredAt: number;
  readonly message: string;
}

/**
 * Why there is no content. `path`: the commit has no such file. `object`: it has, but this clone lacks the object.
 */
export type Absence = 'commit' | 'path' | 'object';

export interface GitObjects {
  hasCommit(id: string): Promise<boolean>;
  /** @param path relative to the repository's root */
  fileAt(commit: string, path: string): Promise<Buffer | Absence>;
  /** The commits that the clone contains. @param mailmapCommit the commit whose `.mailmap` applies */
  commits(ids: readonly string[], mailmapCommit: string): Promise<ReadonlyMap<string, GitCommit>>;
  stop(): void;
}

/** No indexed file is larger, so a larger file always differs and is not read to its end. */
const maxBytes = 4_000_000;
const commitId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

export function openGitObjects(folder: string, signal: AbortSignal): GitObjects {
  const git = streamGit(folder, ['--no-replace-objects', 'cat-file', '--batch'], signal);
  const reader = createByteReader(git.stdout);
  /** Requests run one at a time, in order. */
  let last: Promise<unknown> = Promise.resolve();

  /** A reply is `<id> <kind> <size>`, the bytes and a line feed, or one line for a missing object. */
  async function answer(object: string): Promise<{ kind: string; bytes: Buffer } | undefined> {
    git.stdin.write(`${object}\n`);
    const [, kind = '', size] = /^[0-9a-f]{40,64} (\w+) (\d+)$/.exec(await reader.line()) ?? [];
    if (size === undefined) return undefined;
    const read = Math.min(Number(size), maxBytes);
    const bytes = Buffer.from(await reader.bytes(read));
    await reader.skip(Number(size) - read + 1);
    return { kind, bytes };
  }
  const readObject = (object: string): ReturnType<typeof answer> => {
    const reply = last.then(() => answer(object));
    last = reply.catch(() => undefined);
    return reply;
  };
  const hasCommit = async (id: string): Promise<boolean> =>
    commitId.test(id) && (await readObject(id))?.kind === 'commit';

  return {
    hasCommit,
    async fileAt(commit, path) {
      if (!(await hasCommit(commit))) return 'commit';
      // Git stores no such path in any commit.
      if (/[\n\0]|(?:^|\/)\.{0,2}(?:\/|$)/.test(path)) return 'path';
      const found = await readObject(`${commit}:${path}`);
      if (found?.kind === 'blob') return found.bytes;
      if (found !== undefined) return 'path';
      // In a partial clone, `ls-tree` fails when a folder is missing and lists the file when only its content is
      // missing.
      const listed = await readGit(
        folder,
        ['--literal-pathspecs', 'ls-tree', '--full-tree', commit, '--', path],
        signal,
      );
      return listed.code === 0 && listed.output.length === 0 ? 'path' : 'object';
    },
    async commits(ids, mailmapCommit) {
      const here: string[] = [];
      for (const id of new Set(ids)) if (await hasCommit(id)) here.push(id);
      if (here.length === 0) return new Map();
      const mailmap = commitId.test(mailmapCommit) ? ['-c', `mailmap.blob=${mailmapCommit}:.mailmap`] : [];
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
    commits.set(id, { id, authors, authoredAt: parseSeconds(authoredAt) * 1_000, message });
  }
  return commits;
}
