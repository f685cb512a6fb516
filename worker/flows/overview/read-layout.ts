/** Describes the folders of a snapshot: those at the root, and those below the folder with most of the code. */

import type {
  OverviewDefinition,
  OverviewFolder,
  OverviewLayout,
  QuotedText,
} from '../../core/repositories/overview.ts';
import type { FileRow } from '../../ports/chunk-store.ts';
import { childFolder, chooseMainFolder, isInFolder } from '../../retrieval/overview/choose-main-folder.ts';

const maxFolders = 24;
const maxLanguages = 3;
const maxDefinitions = 4;

interface FolderRow {
  readonly path: string;
  readonly files: readonly FileRow[];
}

export interface LayoutFolders {
  readonly main: string;
  readonly folders: readonly FolderRow[];
  readonly moreFolders: number;
  readonly mainFolders: readonly FolderRow[];
  readonly moreMainFolders: number;
}

export function listLayoutFolders(files: readonly FileRow[]): LayoutFolders {
  const main = chooseMainFolder(files);
  const folders = listChildren(files, '');
  const mainFolders = main === '' ? [] : listChildren(files, main);
  return {
    main,
    folders: folders.slice(0, maxFolders),
    moreFolders: Math.max(0, folders.length - maxFolders),
    mainFolders: mainFolders.slice(0, maxFolders),
    moreMainFolders: Math.max(0, mainFolders.length - maxFolders),
  };
}

/** Folders with most source code come first. */
function listChildren(files: readonly FileRow[], parent: string): readonly FolderRow[] {
  const children = new Map<string, FileRow[]>();
  for (const file of files) {
    if (!isInFolder(file.path, parent)) continue;
    const child = childFolder(file.path, parent);
    if (child === undefined) continue;
    const inside = children.get(child) ?? [];
    inside.push(file);
    children.set(child, inside);
  }
  const sourceLines = ({ files: inside }: FolderRow): number =>
    sumLines(inside.filter(({ role }) => role === 'source'));
  return [...children]
    .map(([path, inside]) => ({ path, files: inside }))
    .toSorted(
      (a, b) =>
        sourceLines(b) - sourceLines(a) || b.files.length - a.files.length || (a.path < b.path ? -1 : 1),
    );
}

/**
 * @param definitions the definitions of the snapshot, most important first
 * @param descriptions by folder
 */
export function describeLayout(
  files: readonly FileRow[],
  { main, folders, moreFolders, mainFolders, moreMainFolders }: LayoutFolders,
  {
    definitions,
    descriptions,
  }: {
    readonly definitions: readonly OverviewDefinition[];
    readonly descriptions: ReadonlyMap<string, QuotedText>;
  },
): OverviewLayout {
  const describe = (folder: FolderRow): OverviewFolder =>
    describeFolder(folder, {
      definitions: definitions.filter(({ path }) => isInFolder(path, folder.path)).slice(0, maxDefinitions),
      description: descriptions.get(folder.path),
    });
  return {
    files: files.length,
    rootFiles: files.filter(({ path }) => !path.includes('/')).length,
    folders: folders.map(describe),
    moreFolders,
    mainFolder: main,
    mainFolders: mainFolders.map(describe),
    moreMainFolders,
    mainFiles:
      main === ''
        ? 0
        : files.filter(({ path }) => isInFolder(path, main) && childFolder(path, main) === undefined).length,
  };
}

function describeFolder(
  { path, files }: FolderRow,
  { definitions, description }: Pick<OverviewFolder, 'definitions' | 'description'>,
): OverviewFolder {
  const [role = 'source'] = countBy(files, (file) => file.role)[0] ?? [];
  const languages = countBy(files, ({ language }) => language).slice(0, maxLanguages);
  const [largest] = files.toSorted((a, b) => b.lines - a.lines);
  return {
    path,
    files: files.length,
    lines: sumLines(files),
    role,
    languages: languages.map(([language, count]) => ({ language, files: count })),
    definitions,
    ...(description === undefined ? {} : { description }),
    largestFile: { path: largest?.path ?? path, startLine: 1, endLine: 1 },
  };
}

function countBy<Value extends string>(
  files: readonly FileRow[],
  read: (file: FileRow) => Value,
): readonly (readonly [Value, number])[] {
  const counts = new Map<Value, number>();
  for (const file of files) counts.set(read(file), (counts.get(read(file)) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

function sumLines(files: readonly FileRow[]): number {
  return files.reduce((sum, { lines }) => sum + lines, 0);
}
