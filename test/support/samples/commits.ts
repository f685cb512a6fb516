/** Minimal commits and line origins: a test states only what it is about. */

import type { NewCommit } from '../../../worker/ports/history-store.ts';

/** A commit id for a short name: forty digits that begin with the code points of its letters. */
export function commitId(name: string): string {
  const digits = [...name].map((letter) => letter.codePointAt(0)?.toString(16) ?? '').join('');
  return `${digits}${'0'.repeat(40)}`.slice(0, 40);
}

type File = NewCommit['files'][number];

/** A commit with this name at `at` seconds; parents are given by name. */
export function commit(
  name: string,
  at: number,
  more: Partial<Omit<NewCommit, 'parents' | 'files'>> & {
    readonly parents?: readonly string[];
    readonly files?: readonly (string | Partial<File>)[];
  } = {},
): NewCommit {
  const { parents = [], files = [], ...own } = more;
  return {
    id: commitId(name),
    parents: parents.map(commitId),
    author: 'Ann',
    authoredAt: at * 1_000,
    committedAt: at * 1_000,
    message: `Change ${name}`,
    isCut: false,
    moreFiles: 0,
    pullRequest: undefined,
    issues: [],
    ...own,
    files: files.map((file) => ({
      path: 'a.py',
      added: 1,
      deleted: 0,
      oldPath: undefined,
      ...(typeof file === 'string' ? { path: file } : file),
    })),
  };
}

/** `count` commits in a line, newest first: `c<count>` to `c1`, a second apart. */
export function commitChain(
  count: number,
  more: (number: number) => Parameters<typeof commit>[2] = () => ({}),
): readonly NewCommit[] {
  return Array.from({ length: count }, (_, index) => {
    const number = count - index;
    return commit(`c${number}`, number, {
      parents: number > 1 ? [`c${number - 1}`] : [],
      ...more(number),
    });
  });
}
