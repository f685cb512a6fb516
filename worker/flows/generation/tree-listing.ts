/** A repository's tree as a model is shown it: the likeliest files a line each, then its folders, within so many tokens. */

import { countTokens } from '../../core/tokens.ts';

export interface ListedFile {
  readonly path: string;
  /** What it defines, or is headed with, the main ones first. */
  readonly names: readonly string[];
}

interface TreeListing {
  readonly text: string;
  /** Files that have a line of their own. */
  readonly files: number;
}

/** A path or name comes from strangers. */
const longestPath = 200;
const longestName = 60;
/** Folders this deep are told, with how many files lie in them. */
const folderDepth = 2;
const mostFolders = 60;
/** Of the tokens, what folders take. */
const folderShare = 0.15;

/**
 * @param files the likeliest first
 * @param all every path
 */
export function listTree(
  files: readonly ListedFile[],
  all: readonly { readonly path: string }[],
  maxTokens: number,
): TreeListing {
  const folders = within(foldersOf(all), maxTokens * folderShare);
  const lines = within(files.map(lineOf), maxTokens - tokensOf(folders));
  return { text: [...lines, ...folders].join('\n'), files: lines.length };
}

function lineOf({ path, names }: ListedFile): string {
  const told = names.map((name) => name.slice(0, longestName)).join(', ');
  return oneLine(told === '' ? path.slice(0, longestPath) : `${path.slice(0, longestPath)} — ${told}`);
}

/** A path may hold anything, line ends included. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}

function foldersOf(all: readonly { readonly path: string }[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { path } of all) {
    const folders = path.split('/', folderDepth + 1).slice(0, -1);
    for (let depth = 1; depth <= folders.length; depth += 1) {
      const folder = `${folders.slice(0, depth).join('/')}/`;
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  return [...counts]
    .toSorted(([a, some], [b, others]) => others - some || (a < b ? -1 : 1))
    .slice(0, mostFolders)
    .map(([folder, files]) => oneLine(`${folder.slice(0, longestPath)} (${files} files)`));
}

/** The first lines that have room. */
function within(lines: readonly string[], maxTokens: number): readonly string[] {
  let left = maxTokens;
  const end = lines.findIndex((line) => {
    left -= countTokens(line);
    return left < 0;
  });
  return end < 0 ? lines : lines.slice(0, end);
}

function tokensOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + countTokens(line), 0);
}
