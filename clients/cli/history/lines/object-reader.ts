/** Reads files of commits during the history walk through one long-running git process. */

import { createByteReader } from '../../source/byte-reader.ts';
import { readGit, streamGit } from '../run-history-git.ts';

export interface StoredFile {
  readonly id: string;
  /** Undefined when the content is already known or too large to compare. */
  readonly bytes: Buffer | undefined;
}

export interface ObjectReader {
  /** Reads the file at a path (byte string) of a commit; without content if its id equals `knownId`. */
  fileAt(commit: string, path: string, knownId: string | undefined): Promise<StoredFile | undefined>;
  /** Returns undefined when the object is missing, not a file, or too large to compare. */
  read(id: string): Promise<Buffer | undefined>;
  /** Lists the files that have another name in a parent, as a map from new to old path. */
  listRenames(parent: string, commit: string): Promise<ReadonlyMap<string, string>>;
  stop(): void;
}

const maxBytes = 1_000_000;

export function openObjects(folder: string, signal: AbortSignal): ObjectReader {
  const git = streamGit(folder, ['cat-file', '--batch'], signal);
  const reader = createByteReader(git.stdout);

  /** A reply is `<id> <kind> <size>`, the bytes and a line feed, or one line for a missing object. */
  const readObject = async (object: string, knownId: string | undefined): Promise<StoredFile | undefined> => {
    if (object.includes('\n')) return undefined;
    git.stdin.write(`${object}\n`, 'latin1');
    const reply = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(await reader.line());
    if (reply === null) return undefined;
    const [, id = '', kind, size] = reply;
    const isReadable = kind === 'blob' && id !== knownId && Number(size) <= maxBytes;
    const bytes = isReadable ? Buffer.from(await reader.bytes(Number(size))) : undefined;
    await reader.skip(isReadable ? 1 : Number(size) + 1);
    return kind === 'blob' ? { id, bytes } : undefined;
  };

  return {
    fileAt: (commit, path, knownId) => readObject(`${commit}:${path}`, knownId),
    read: async (id) => (await readObject(id, undefined))?.bytes,
    listRenames: async (parent, commit) => {
      const args = ['diff-tree', '-r', '-z', '-M', '--diff-filter=R', '--name-status', parent, commit];
      const { output } = await readGit(folder, args, signal);
      const fields = output.toString('latin1').split('\0');
      const names = new Map<string, string>();
      for (let at = 0; at + 2 < fields.length; at += 3) names.set(fields[at + 2] ?? '', fields[at + 1] ?? '');
      return names;
    },
    stop: git.stop,
  };
}
