/**
 * Which files of a repository nobody has read a question is answered from: by its tree, told in one call, and by the host's search where
 * a token allows it. What would not be indexed is not chosen.
 */

import { AppError } from '../../core/errors.ts';
import { roleOfPath } from '../../core/file-role.ts';
import type { Question } from '../../core/question.ts';
import { filterPath } from '../../ingestion/path-filters.ts';
import { pathInRepository } from '../../ingestion/wrapper-folder.ts';
import { chooseFiles } from '../../retrieval/live/choose-files.ts';
import { rankPaths, type TreeFile } from '../../retrieval/live/rank-paths.ts';
import type { LiveFound } from './live-find.ts';
import type { Services } from '../services.ts';

/** Each may be a call of its own. */
const mostFiles = 24;
const mostBytes = 1_500_000;
/** A larger one would take the place of many. */
const mostFileBytes = 400_000;
/** Of one search of the host. */
const mostFound = 20;
/** The host joins words by "and": more of them find nothing. */
export const wordsInSearch = 2;

export interface LiveTree {
  readonly files: readonly TreeFile[];
  /** Files the host has of it, those that would not be indexed among them; undefined where it does not tell all. */
  readonly ofFiles: number | undefined;
}

/** @throws what the host throws */
export async function readLiveTree(services: Services, found: LiveFound): Promise<LiveTree> {
  const { subdirectory } = found;
  const told = await services.hosting.codeHost.tree(found.hosted, found.commit, found.access);
  const files = told.files.filter(
    ({ kind, path }) => kind === 'file' && pathInRepository(path, { subdirectory }) !== undefined,
  );
  if (files.length === 0)
    throw new AppError('source_invalid', `There are no files in ${JSON.stringify(found.name)}.`);
  const { ignore, limits } = services.settings;
  const isIgnored = ignore.length === 0 ? () => false : services.glob.matcher(ignore);
  return {
    files: files
      .filter(({ path, bytes }) => bytes <= limits.maxFileBytes && filterPath(path) === undefined)
      // A file with a secret in its name is asked for by that name: it is not read live.
      .filter(({ path }) => !isIgnored(path) && services.secretScanner.maskPath(path) === path)
      .map(({ path, bytes }) => ({ path, bytes, role: roleOfPath(path) })),
    ofFiles: told.isWhole ? files.length : undefined,
  };
}

interface LiveChoice {
  readonly question: Question;
  /** What the host found by content. */
  readonly found: readonly string[];
  /** What a first read refers to. */
  readonly names: readonly string[];
}

export function chooseLive(files: readonly TreeFile[], choice: LiveChoice): readonly TreeFile[] {
  const limits = { maxFiles: mostFiles, maxBytes: mostBytes, maxFileBytes: mostFileBytes };
  return chooseFiles(rankPaths(files, choice), choice.question, limits);
}

/** @returns undefined where the host is not asked: without a token it does not search, and it knows the default branch alone */
export async function searchLive(
  services: Services,
  found: LiveFound,
  words: readonly string[],
): Promise<{ readonly paths: readonly string[]; readonly failed: string | undefined } | undefined> {
  const { access, hosted } = found;
  if (access.token === undefined || found.ref !== hosted.defaultBranch || words.length === 0)
    return undefined;
  try {
    const some = words.slice(0, wordsInSearch);
    const paths = await services.hosting.codeHost.searchCode(hosted, some, mostFound, access);
    return { paths, failed: undefined };
  } catch (thrown) {
    // The tree tells enough to go on with: ten searches a minute are soon spent.
    if (thrown instanceof AppError) return { paths: [], failed: thrown.message };
    throw thrown;
  }
}

/** Names first, as they were written; else the longest words, which say most. */
export function wordsToSearch(question: Question): readonly string[] {
  const names = question.identifiers.map((name) => name.split('.').at(-1) ?? name);
  if (names.length > 0) return names.filter((name) => name.length > 2);
  return question.terms
    .map(({ word }) => word)
    .filter((word) => word.length > 3)
    .toSorted((a, b) => b.length - a.length);
}
