/** Sentences about a repository that are composed from its overview. */
import { describe, expect, it } from 'vitest';
import { composeOverviewAnswer } from '../../../../worker/answering/compose/compose-overview-answer.ts';
import type {
  EntryPoint,
  OverviewFolder,
  RepositoryOverview,
} from '../../../../worker/core/repositories/overview.ts';

const folder = (path: string): OverviewFolder => ({
  path,
  files: 1,
  lines: 1,
  role: 'source',
  languages: [{ language: 'python', files: 1 }],
  definitions: [],
  largestFile: { path: `${path}/a.py`, startLine: 1, endLine: 1 },
});
const entry: EntryPoint = {
  kind: 'script',
  name: 'test',
  target: 'vitest',
  path: 'package.json',
  startLine: 3,
  endLine: 3,
};
const overview: RepositoryOverview = {
  purpose: [],
  layout: {
    files: 50,
    rootFiles: 2,
    folders: [folder('src'), folder('docs')],
    moreFolders: 0,
    mainFolder: 'src',
    mainFolders: Array.from({ length: 24 }, (_, index) => folder(`src/part${index}`)),
    moreMainFolders: 6,
    mainFiles: 3,
  },
  entryPoints: Array.from({ length: 20 }, (_, index) => ({ ...entry, name: `test${index}` })),
  moreEntryPoints: 70,
  central: [],
  parts: { parts: [], moreParts: 0, links: [] },
  changes: { commits: [], notes: [] },
  questions: [],
};
const compose = (topic: 'layout' | 'entry-points') =>
  composeOverviewAnswer(topic, overview).map(({ sentences: [{ text, isFact }] }) => ({ text, isFact }));

describe('an answer from an overview', () => {
  it('counts all folders of a folder, also those that it does not list', () => {
    const layout = compose('layout');
    expect(layout).toContainEqual({
      text: '`src/` directly contains 3 files and 30 folders, of which 10 with the most source code are listed',
      isFact: true,
    });
    expect(layout).toContainEqual({ text: 'The root directly contains 2 files and 2 folders', isFact: true });
    expect(layout.filter(({ text }) => text.startsWith('`src/part'))).toHaveLength(10);
  });

  it('names the file that a count of the repository cites', () => {
    const [item] = composeOverviewAnswer('layout', overview);
    expect(item?.sentences).toEqual([
      {
        text: 'The index contains 50 files of this repository, such as `src/part0/a.py`, and the main folder is `src/`',
        cites: [{ path: 'src/part0/a.py', startLine: 1, endLine: 1 }],
        isFact: true,
      },
    ]);
  });

  it('does not state how many entry points there are', () => {
    const [first, ...entries] = compose('entry-points');
    expect(first?.text).toBe('Manifests and code state these entry points');
    expect(entries).toHaveLength(12);
    expect(entries[0]).toEqual({
      text: 'The script `test0` runs `vitest`, as `package.json` states',
      isFact: undefined,
    });
  });
});
