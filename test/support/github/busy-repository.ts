/** Creates a bare repository of a busy harbor in one run of git. Each commit adds a function for one berth, and the commits are always the same. */

import { execFileSync } from 'node:child_process';
import { git } from '../files/git.ts';

/** Number of files that the berths are spread over. */
const quays = 10;
const secondsBetweenCommits = 3600;

/** Creates the repository in an empty folder. @param commits the number of commits */
export function createBusyRepository(folder: string, commits: number): void {
  git(folder, 'init', '--quiet', '--bare');
  const files = new Map<string, string>();
  const steps: string[] = [];
  for (let berth = 1; berth <= commits; berth += 1) {
    const path = `harbour/quay_${berth % quays}.py`;
    const text = `${files.get(path) ?? ''}${createFunction(berth)}`;
    files.set(path, text);
    steps.push(commit(berth, `M 100644 inline ${path}\n${formatData(text)}`));
  }
  execFileSync('git', ['fast-import', '--quiet', '--date-format=raw'], {
    cwd: folder,
    input: steps.join(''),
  });
}

const createFunction = (berth: number): string =>
  `def depth_of_berth_${berth}(gauge):\n    """Water above the sill of berth ${berth}."""\n    return gauge.read(${berth}) - ${berth % 7}\n\n\n`;

const formatData = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;

function commit(mark: number, change: string): string {
  const person = `Ann <ann@users.noreply.github.com> ${1_709_200_000 + mark * secondsBetweenCommits} +0000`;
  const message = formatData(`Tell the depth of berth ${mark}`);
  const from = mark === 1 ? '' : `from :${mark - 1}\n`;
  return `commit refs/heads/main\nmark :${mark}\nauthor ${person}\ncommitter ${person}\n${message}${from}${change}\n`;
}
