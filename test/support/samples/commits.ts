/** Commits and origins as small as can be: only what a test is about is said. */

import type { NewCommit } from '../../../worker/ports/history-store.ts';

/** The id of a commit told by a short name: forty digits that begin with the name's letters as numbers. */
export function commitId(name: string): string {
  const digits = [...name].map((letter) => letter.codePointAt(0)?.toString(16) ?? '').join('');
  return `${digits}${'0'.repeat(40)}`.slice(0, 40);
}

type File = NewCommit['files'][number];

/** A commit of a name, `at` seconds; its parents by their names. */
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

/** `count` commits in a line, the newest first: `c<count>` to `c1`, a second apart. */
export function line(
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
