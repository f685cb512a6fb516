/**
 * Chooses the commits that become cases, and the state to index. The commits are the newest ones that describe a change; the state is the one before
 * the oldest of these commits.
 */

import { detectLanguage } from '../../../worker/core/files/language.ts';
import { detectFileRole } from '../../../worker/core/files/file-role.ts';
import { sortByHash } from '../../bench/sort-by-hash.ts';
import { cleanMessage } from './clean-message.ts';
import { findCommitBefore, listCommitsAfter, readHistory } from './read-history.ts';
import type { Commit } from './read-history.ts';

export interface Candidate {
  readonly commit: Commit;
  readonly query: string;
  readonly files: readonly string[];
}

export interface Choice {
  /** The commit to index. */
  readonly indexCommit: string;
  /** Sorted by hash, so that every run tries them in the same shuffled order. */
  readonly candidates: readonly Candidate[];
}

/** Commits with more files are sweeping changes. */
const maxFiles = 8;
/** Candidates per requested case. Some candidates touch only files that do not exist in the indexed state. */
const candidatesPerCase = 3;
const supportFile =
  /(?:^|\/)(?:docs?|scripts?|tools?|website|\.[^/]+)\/|(?:^|\/)(?:setup|noxfile|tasks)\.py$|(?:^|\/)(?:Gemfile|Rakefile|[^/]+\.gemspec|tests?\.[a-z]+)$|\.config\.[cm]?[jt]s$/;
const codeLanguages = new Set(
  'python typescript tsx javascript go rust java c cpp ruby csharp php svelte vue'.split(' '),
);

/** @returns undefined if the history is too short */
export async function chooseCommits(folder: string, count: number): Promise<Choice | undefined> {
  const candidates = removeDuplicateQueries((await readHistory(folder)).flatMap(toCandidates));
  const newest = candidates.slice(0, count * candidatesPerCase);
  const oldest = newest.at(-1);
  if (oldest === undefined) return undefined;
  const indexCommit = await findCommitBefore(folder, oldest.commit.time - 1);
  if (indexCommit === undefined) return undefined;
  const laterIds = await listCommitsAfter(folder, indexCommit);
  const reachable = newest.filter(({ commit }) => laterIds.has(commit.id));
  return { indexCommit, candidates: sortByHash(reachable, ({ commit }) => commit.id) };
}

function toCandidates(commit: Commit): Candidate[] {
  if (commit.touchedCount > maxFiles) return [];
  const files = commit.modifiedFiles.filter(isCode);
  const query = files.length === 0 ? undefined : cleanMessage(commit.message);
  return query === undefined ? [] : [{ commit, query, files }];
}

/** Returns whether a path is product code in a language with definitions, and not build or support code. */
export function isCode(path: string): boolean {
  return (
    codeLanguages.has(detectLanguage(path)) && detectFileRole(path) === 'source' && !supportFile.test(path)
  );
}

function removeDuplicateQueries(candidates: readonly Candidate[]): Candidate[] {
  const seenQueries = new Set<string>();
  return candidates.filter(({ query }) => {
    const key = query.toLowerCase();
    return !seenQueries.has(key) && seenQueries.add(key).size > 0;
  });
}
