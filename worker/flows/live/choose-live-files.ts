/**
 * Chooses the files that answer a live question: from the repository's tree, which takes one call, and from the host's code search if there
 * is a token. Files that would not be indexed are not chosen.
 */

import { AppError } from '../../core/errors.ts';
import { detectFileRole } from '../../core/files/file-role.ts';
import type { Question } from '../../core/answers/question.ts';
import { filterPath } from '../../ingestion/source-files/path-filters.ts';
import { toRepositoryPath } from '../../ingestion/source-files/wrapper-folder.ts';
import { chooseFiles } from '../../retrieval/live/choose-files.ts';
import { rankPaths, type PathQuery, type TreeFile } from '../../retrieval/live/rank-paths.ts';
import type { LiveTarget } from './resolve-live-source.ts';
import type { Services } from '../services.ts';

/** Maximum files, since each may take its own call. */
const maxFiles = 24;
const maxBytes = 1_500_000;
/** Maximum bytes of one file. A larger file would displace many others. */
const maxFileBytes = 400_000;
/** Maximum results of one search on the host. */
const maxSearchResults = 20;
/** Maximum words of a search. The host requires all words, so more words would find nothing. */
export const wordsPerSearch = 2;

export interface LiveTree {
  readonly files: readonly TreeFile[];
  /** Number of files in scope on the host, including those that would not be indexed; undefined if the host's list is incomplete. */
  readonly totalFiles: number | undefined;
}

/** @throws what the host throws */
export async function readLiveTree(services: Services, target: LiveTarget): Promise<LiveTree> {
  const { subdirectory } = target;
  const tree = await services.hosting.codeHost.tree(target.hosted, target.commit, target.access);
  const files = tree.files.filter(
    ({ kind, path }) => kind === 'file' && toRepositoryPath(path, { subdirectory }) !== undefined,
  );
  if (files.length === 0)
    throw new AppError('source_invalid', `There are no files in ${JSON.stringify(target.name)}.`);
  const { ignore, limits } = services.settings;
  const isIgnored = ignore.length === 0 ? () => false : services.glob.matcher(ignore);
  return {
    files: files
      .filter(({ path, bytes }) => bytes <= limits.maxFileBytes && filterPath(path) === undefined)
      // Fetching a file whose name contains a secret would require the secret, so it is not read live.
      .filter(({ path }) => !isIgnored(path) && services.secretScanner.maskPath(path) === path)
      .map(({ path, bytes }) => ({ path, bytes, role: detectFileRole(path) })),
    totalFiles: tree.isWhole ? files.length : undefined,
  };
}

export function chooseLiveFiles(files: readonly TreeFile[], query: PathQuery): readonly TreeFile[] {
  const limits = { maxFiles, maxBytes, maxFileBytes };
  return chooseFiles(rankPaths(files, query), query.question, limits);
}

/** @returns undefined if no search is possible: the host requires a token, and searches only the default branch */
export async function searchHost(
  services: Services,
  target: LiveTarget,
  words: readonly string[],
): Promise<{ readonly paths: readonly string[]; readonly failed: string | undefined } | undefined> {
  const { access, hosted } = target;
  if (access.token === undefined || target.ref !== hosted.defaultBranch || words.length === 0)
    return undefined;
  try {
    const query = words.slice(0, wordsPerSearch);
    const paths = await services.hosting.codeHost.searchCode(hosted, query, maxSearchResults, access);
    return { paths, failed: undefined };
  } catch (thrown) {
    // The host allows only ten searches a minute. The tree is enough to continue without one.
    if (thrown instanceof AppError) return { paths: [], failed: thrown.message };
    throw thrown;
  }
}

/** Returns the names in the question. If there are none, returns its longest words, which are the most specific. */
export function wordsToSearch(question: Question): readonly string[] {
  const names = question.identifiers.map((name) => name.split('.').at(-1) ?? name);
  if (names.length > 0) return names.filter((name) => name.length > 2);
  return question.terms
    .map(({ word }) => word)
    .filter((word) => word.length > 3)
    .toSorted((a, b) => b.length - a.length);
}
