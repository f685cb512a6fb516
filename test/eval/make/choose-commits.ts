/**
 * Which commits make cases, and the state they are asked of: the newest that say what they change, and the state of the
 * repository before the oldest of them.
 */

import { languageOf } from '../../../worker/core/language.ts';
import { roleOfPath } from '../../../worker/core/file-role.ts';
import { sortByHash } from '../../bench/sort-by-hash.ts';
import { cleanMessage } from './clean-message.ts';
import { commitBefore, commitsAfter, readHistory } from './read-history.ts';
import type { Commit } from './read-history.ts';

export interface Candidate {
  readonly commit: Commit;
  readonly query: string;
  readonly files: readonly string[];
}

export interface Choice {
  /** What is indexed. */
  readonly indexCommit: string;
  /** In the order they are to be tried: mixed, and the same each time. */
  readonly candidates: readonly Candidate[];
}

/** More files are a sweep over the repository, not a change of something. */
const maxFiles = 8;
/** So many more than needed, as some will touch nothing that is there yet. */
const spare = 3;
const aside =
  /(?:^|\/)(?:docs?|scripts?|tools?|website|\.[^/]+)\/|(?:^|\/)(?:setup|noxfile|tasks)\.py$|(?:^|\/)(?:Gemfile|Rakefile|[^/]+\.gemspec|tests?\.[a-z]+)$|\.config\.[cm]?[jt]s$/;
const codeLanguages = new Set(
  'python typescript tsx javascript go rust java c cpp ruby csharp php svelte vue'.split(' '),
);

/** @returns undefined where the history holds too little. */
export async function chooseCommits(folder: string, wanted: number): Promise<Choice | undefined> {
  const candidates = uniqueQueries((await readHistory(folder)).flatMap(candidateOf));
  const newest = candidates.slice(0, wanted * spare);
  const oldest = newest.at(-1);
  if (oldest === undefined) return undefined;
  const indexCommit = await commitBefore(folder, oldest.commit.time - 1);
  if (indexCommit === undefined) return undefined;
  const later = await commitsAfter(folder, indexCommit);
  const kept = newest.filter(({ commit }) => later.has(commit.id));
  return { indexCommit, candidates: sortByHash(kept, ({ commit }) => commit.id) };
}

function candidateOf(commit: Commit): Candidate[] {
  if (commit.touched > maxFiles) return [];
  const files = commit.modified.filter(isCode);
  const query = files.length === 0 ? undefined : cleanMessage(commit.message);
  return query === undefined ? [] : [{ commit, query, files }];
}

/** A source file in a language that has definitions, of the thing itself and not of how it is built. */
export function isCode(path: string): boolean {
  return codeLanguages.has(languageOf(path)) && roleOfPath(path) === 'source' && !aside.test(path);
}

function uniqueQueries(candidates: readonly Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ query }) => {
    const key = query.toLowerCase();
    return !seen.has(key) && seen.add(key).size > 0;
  });
}
