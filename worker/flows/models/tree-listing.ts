/** Lists a repository's tree for a model: one line for each probable file, then the folders, within a token limit. */

import { countTokens } from '../../core/text/tokens.ts';

export interface ListedFile {
  readonly path: string;
  /** The main definitions or headings of the file, the most important first. */
  readonly names: readonly string[];
}

interface TreeListing {
  readonly text: string;
  /** Number of files with their own line. */
  readonly files: number;
}

/** Paths and names are untrusted, so their length is limited. */
const maxPathLength = 200;
const maxNameLength = 60;
/** Folders up to this depth are listed with their number of files. */
const folderDepth = 2;
const maxFolders = 60;
/** Maximum fraction of the tokens for folders. */
const folderFraction = 0.15;

/**
 * @param files the most probable first
 * @param all all files of the snapshot
 */
export function listTree(
  files: readonly ListedFile[],
  all: readonly { readonly path: string }[],
  maxTokens: number,
): TreeListing {
  const folders = takeWithinTokens(listFolders(all), maxTokens * folderFraction);
  const lines = takeWithinTokens(files.map(formatLine), maxTokens - sumTokens(folders));
  return { text: [...lines, ...folders].join('\n'), files: lines.length };
}

function formatLine({ path, names }: ListedFile): string {
  const list = names.map((name) => name.slice(0, maxNameLength)).join(', ');
  return oneLine(list === '' ? path.slice(0, maxPathLength) : `${path.slice(0, maxPathLength)} — ${list}`);
}

/** A path may contain any character, including line ends. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

function listFolders(all: readonly { readonly path: string }[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { path } of all) {
    const folders = path.split('/', folderDepth + 1).slice(0, -1);
    for (let depth = 1; depth <= folders.length; depth += 1) {
      const folder = `${folders.slice(0, depth).join('/')}/`;
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  return [...counts]
    .toSorted(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, maxFolders)
    .map(([folder, files]) => oneLine(`${folder.slice(0, maxPathLength)} (${files} files)`));
}

/** Returns the first lines that fit into `maxTokens`. */
function takeWithinTokens(lines: readonly string[], maxTokens: number): readonly string[] {
  let remaining = maxTokens;
  const end = lines.findIndex((line) => {
    remaining -= countTokens(line);
    return remaining < 0;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

function sumTokens(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + countTokens(line), 0);
}
