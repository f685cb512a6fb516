/**
 * Reads objects of a git repository as they were committed, ignoring the work tree, replacement objects and the
 * network.
 */

import { createByteReader } from '../source/byte-reader.ts';
import { readGit, streamGit } from '../history/run-history-git.ts';
import { parseSeconds } from '../history/read-commits.ts';

export interface GitCommit {
  readonly id: string;
  /** The author in the commit, and the author that `.mailmap` maps it to. */
  readonly authors: readonly string[];
  /** Milliseconds since 1970. */
  readonly authoredAt: number;
  readonly message: string;
}

/**
 * Why a file has no content. `commit`: the clone lacks the commit. `path`: the commit has no such file. `object`: the
 * clone lacks the object with the file's content.
 */
export type Absence = 'commit' | 'path' | 'object';

export interface GitObjects {
  hasCommit(id: string): Promise<boolean>;
  /** @param path relative to the repository's root */
  fileAt(commit: string, path: string): Promise<Buffer | Absence>;
  /** Reads the commits that the clone contains. @param mailmapCommit the commit whose `.mailmap` applies */
  commits(ids: readonly string[], mailmapCommit: string): Promise<ReadonlyMap<string, GitCommit>>;
  stop(): void;
}

/** No indexed file is larger, so a larger file always differs and is not read to its end. */
const maxBytes = 4_000_000;
const commitIdPattern = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

export function openGitObjects(folder: string, signal: AbortSignal): GitObjects {
  const git = streamGit(folder, ['--no-replace-objects', 'cat-file', '--batch'], signal);
  const reader = createByteReader(git.stdout);
  /** Requests run one at a time, in order. */
  let lastReply: Promise<unknown> = Promise.resolve();

  /** A reply is `<id> <kind> <size>`, the bytes and a line feed, or one line for a missing object. */
  async function request(object: string): Promise<{ kind: string; bytes: Buffer } | undefined> {
    git.stdin.write(`${object}\n`);
    const [, kind = '', size] = /^[0-9a-f]{40,64} (\w+) (\d+)$/.exec(await reader.line()) ?? [];
    if (size === undefined) return undefined;
    const read = Math.min(Number(size), maxBytes);
    const bytes = Buffer.from(await reader.bytes(read));
    await reader.skip(Number(size) - read + 1);
    return { kind, bytes };
  }
  const readObject = (object: string): ReturnType<typeof request> => {
    const reply = lastReply.then(() => request(object));
    lastReply = reply.catch(() => undefined);
    return reply;
  };
  const hasCommit = async (id: string): Promise<boolean> =>
    commitIdPattern.test(id) && (await readObject(id))?.kind === 'commit';

  return {
    hasCommit,
    async fileAt(commit, path) {
      if (!(await hasCommit(commit))) return 'commit';
      // Git stores no such path in any commit.
      if (/[\n\0]|(?:^|\/)\.{0,2}(?:\/|$)/.test(path)) return 'path';
      const object = await readObject(`${commit}:${path}`);
      if (object?.kind === 'blob') return object.bytes;
      if (object !== undefined) return 'path';
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
      const presentIds: string[] = [];
      for (const id of new Set(ids)) if (await hasCommit(id)) presentIds.push(id);
      if (presentIds.length === 0) return new Map();
      const mailmap = commitIdPattern.test(mailmapCommit)
        ? ['-c', `mailmap.blob=${mailmapCommit}:.mailmap`]
        : [];
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
      const { output } = await readGit(folder, [...args, '--no-patch', ...presentIds, '--'], signal);
      return parseCommits(output.toString());
    },
    stop: git.stop,
  };
}

const fieldsPerCommit = 5;

function parseCommits(printed: string): ReadonlyMap<string, GitCommit> {
  const fields = printed.split('\0');
  const commits = new Map<string, GitCommit>();
  for (let at = 0; at + fieldsPerCommit <= fields.length; at += fieldsPerCommit) {
    const [id = '', author = '', mappedAuthor = '', authoredAt, message = ''] = fields.slice(
      at,
      at + fieldsPerCommit,
    );
    const authors = [...new Set([author, mappedAuthor])];
    commits.set(id, { id, authors, authoredAt: parseSeconds(authoredAt) * 1_000, message });
  }
  return commits;
}
