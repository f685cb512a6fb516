/** Creates minimal commits. A test states only the fields that matter to it. */

import type { NewCommit } from '../../../worker/ports/history-store.ts';

/** Creates a commit id for a short name: 40 hexadecimal digits that begin with the code points of its letters. */
export function createCommitId(name: string): string {
  const digits = [...name].map((letter) => letter.codePointAt(0)?.toString(16) ?? '').join('');
  return `${digits}${'0'.repeat(40)}`.slice(0, 40);
}

type File = NewCommit['files'][number];

/** Creates a commit with this name, `seconds` seconds after 1970. Parents are given by name. */
export function createCommit(
  name: string,
  seconds: number,
  overrides: Partial<Omit<NewCommit, 'parents' | 'files'>> & {
    readonly parents?: readonly string[];
    readonly files?: readonly (string | Partial<File>)[];
  } = {},
): NewCommit {
  const { parents = [], files = [], ...fields } = overrides;
  return {
    id: createCommitId(name),
    parents: parents.map(createCommitId),
    author: 'Ann',
    authoredAt: seconds * 1_000,
    committedAt: seconds * 1_000,
    message: `Change ${name}`,
    isCut: false,
    moreFiles: 0,
    pullRequest: undefined,
    issues: [],
    ...fields,
    files: files.map((file) => ({
      path: 'a.py',
      added: 1,
      deleted: 0,
      oldPath: undefined,
      ...(typeof file === 'string' ? { path: file } : file),
    })),
  };
}

/** Creates a chain of commits, newest first, from `c<count>` to `c1`, one second apart. */
export function createCommitChain(
  count: number,
  getOverrides: (number: number) => Parameters<typeof createCommit>[2] = () => ({}),
): readonly NewCommit[] {
  return Array.from({ length: count }, (_, index) => {
    const number = count - index;
    return createCommit(`c${number}`, number, {
      parents: number > 1 ? [`c${number - 1}`] : [],
      ...getOverrides(number),
    });
  });
}
