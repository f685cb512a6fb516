/** Asks git for files of commits while a history is walked, through one process that lasts as long as the walk. */

import { createByteReader } from '../source/byte-reader.ts';
import { readGit, streamGit } from './history-git.ts';

export interface StoredFile {
  readonly id: string;
  /** Undefined where it was not asked for, or is too large to be compared. */
  readonly bytes: Buffer | undefined;
}

export interface ObjectReader {
  /** The file at a path (as bytes) of a commit, without its bytes where it is the one known already. */
  fileAt(commit: string, path: string, known: string | undefined): Promise<StoredFile | undefined>;
  /** Undefined where it is not there, is no file, or too large to be compared. */
  read(id: string): Promise<Buffer | undefined>;
  /** What files of a commit are called in a parent that has them under another name: new to old. */
  oldNames(parent: string, commit: string): Promise<ReadonlyMap<string, string>>;
  stop(): void;
}

const maxBytes = 1_000_000;

export function openObjects(folder: string, signal: AbortSignal): ObjectReader {
  const git = streamGit(folder, ['cat-file', '--batch'], signal);
  const reader = createByteReader(git.stdout);

  /** An answer is `<id> <kind> <size>`, the bytes and a line feed; or one line that says there is none. */
  const ask = async (object: string, known: string | undefined): Promise<StoredFile | undefined> => {
    if (object.includes('\n')) return undefined;
    git.stdin.write(`${object}\n`, 'latin1');
    const answer = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(await reader.line());
    if (answer === null) return undefined;
    const [, id = '', kind, size] = answer;
    const isWanted = kind === 'blob' && id !== known && Number(size) <= maxBytes;
    const bytes = isWanted ? Buffer.from(await reader.bytes(Number(size))) : undefined;
    await reader.skip(isWanted ? 1 : Number(size) + 1);
    return kind === 'blob' ? { id, bytes } : undefined;
  };

  return {
    fileAt: (commit, path, known) => ask(`${commit}:${path}`, known),
    read: async (id) => (await ask(id, undefined))?.bytes,
    oldNames: async (parent, commit) => {
      const asked = ['diff-tree', '-r', '-z', '-M', '--diff-filter=R', '--name-status', parent, commit];
      const { output } = await readGit(folder, asked, signal);
      const fields = output.toString('latin1').split('\0');
      const names = new Map<string, string>();
      for (let at = 0; at + 2 < fields.length; at += 3) names.set(fields[at + 2] ?? '', fields[at + 1] ?? '');
      return names;
    },
    stop: git.stop,
  };
}
