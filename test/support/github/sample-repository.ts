/**
 * Creates a bare repository in one run of git. It has a branch with a slash, a plain and an annotated tag, a merge and a squash, a rename,
 * symlinks, a submodule, a binary file, an LFS pointer and a path that archives exclude. Its commits are always the same.
 */

import { execFileSync } from 'node:child_process';
import { git } from '../files/git.ts';

export interface SampleRepository {
  /** Commits of `main`, oldest first. */
  readonly commits: readonly string[];
  /** The second parent of the merge. */
  readonly branch: string;
}

const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'ab'.repeat(32)}\nsize 123456\n`;
const readerSource =
  'def read_gauge(port):\n    """The height above the sill."""\n    return port.read() * 2\n\n\n# End of the gauge.\n';

/** Creates the repository in an empty folder. */
export function createSampleRepository(folder: string): SampleRepository {
  git(folder, 'init', '--quiet', '--bare');
  const initialFiles = [
    file('README.md', '# Harbour\n\nShows ships the tide.\n'),
    file('src/reader.py', readerSource),
    file('src/lock #1.py', 'LOCKS = 4\n'),
    file('.gitattributes', 'private export-ignore\n*.bin filter=lfs\n'),
    file('private', 'Not in archives.\n'),
    file('model.bin', pointer),
    file('chart.png', 'PNG\0\0\x01chart'),
    file('.gitmodules', '[submodule "lamp"]\n\tpath = lamp\n\turl = https://github.com/acme/lamp.git\n'),
    `M 160000 ${'1'.repeat(40)} lamp\n`,
    file('latest', 'src/reader.py', '120000'),
    file('nowhere', 'gone.py', '120000'),
  ];
  const lamps = file('src/lamps.py', 'LAMPS = 2\n');
  const steps = [
    commit({ mark: 1, message: 'Read the gauge', changes: initialFiles }),
    commit({
      mark: 2,
      message: 'Call the gauge by its name',
      changes: ['R src/reader.py src/gauge.py\n'],
      from: 1,
    }),
    commit({ mark: 3, branch: 'feature/lamps', message: 'Light lamps', changes: [lamps], from: 2 }),
    commit({
      mark: 4,
      message: 'Count locks (#3)',
      changes: [file('src/lock #1.py', 'LOCKS = 5\n')],
      from: 2,
    }),
    commit({
      mark: 5,
      message: 'Merge pull request #4 from acme/lamps',
      changes: [lamps],
      from: 4,
      merge: 3,
    }),
    'reset refs/tags/v1.0\nfrom :2\n\n',
    `tag v2.0\nfrom :5\ntagger Ann <ann@users.noreply.github.com> 1709300000 +0100\n${formatData('Second\n')}`,
  ];
  execFileSync('git', ['fast-import', '--quiet', '--date-format=raw'], {
    cwd: folder,
    input: steps.join(''),
  });
  return {
    commits: git(folder, 'rev-list', '--first-parent', '--reverse', 'main').split('\n'),
    branch: git(folder, 'rev-parse', 'feature/lamps'),
  };
}

const formatData = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;

const file = (path: string, content: string, mode = '100644'): string =>
  `M ${mode} inline ${path}\n${formatData(content)}`;

interface Commit {
  readonly mark: number;
  /** `main` by default. */
  readonly branch?: string;
  readonly message: string;
  readonly changes: readonly string[];
  /** Mark of the first parent; `merge` is the mark of the second one. */
  readonly from?: number;
  readonly merge?: number;
}

function commit({ mark, branch = 'main', message, changes, from, merge }: Commit): string {
  const person = `Ann <ann@users.noreply.github.com> ${1_709_200_000 + mark * 3600} +0100`;
  return [
    `commit refs/heads/${branch}\nmark :${mark}\nauthor ${person}\ncommitter ${person}\n${formatData(message)}`,
    from === undefined ? '' : `from :${from}\n`,
    merge === undefined ? '' : `merge :${merge}\n`,
    ...changes,
    '\n',
  ].join('');
}
