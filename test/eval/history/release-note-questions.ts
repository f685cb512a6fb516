/**
 * Makes training questions from release notes: an entry describes a change in the words of its authors, and its number leads to the commits.
 * Entries that repeat the subject of their commit are omitted, since nothing could be learned from them.
 */

import { runGit } from '../../../clients/cli/source/run-git.ts';
import { extractTerms, isStopWord } from '../../../worker/core/text/terms.ts';
import {
  iterateEntries,
  readReferenceNumbers,
} from '../../../worker/retrieval/history/releases/release-entries.ts';
import {
  findReleaseSections,
  isReleaseNotes,
} from '../../../worker/retrieval/history/releases/release-sections.ts';
import type { IndexedChange } from './change-index.ts';

export interface ReleaseNoteQuestion {
  readonly text: string;
  /** The commits of the pull request, or those that mention the issue. */
  readonly commits: ReadonlySet<string>;
}

const maxNumbers = 3;
const maxCommits = 6;
const maxIssueCommits = 3;
const minTerms = 4;
const maxLength = 260;
/** Maximum fraction of the question's terms in the subject of a right commit. */
const maxOverlap = 0.65;
/** Release notes by other names than `isReleaseNotes` recognizes. */
const otherNotes = /(?:^|\/)(?:doc|docs)\/(?:\w+\/)?(?:changelog|news|release-notes)\.\w+$/;

export async function makeReleaseNoteQuestions(
  folder: string,
  commit: string,
  changes: readonly IndexedChange[],
): Promise<readonly ReleaseNoteQuestion[]> {
  const byId = new Map(changes.map((change) => [change.commit.id, change]));
  const byNumber = await findCommitsByNumber(folder, changes);
  const questions: ReleaseNoteQuestion[] = [];
  for (const text of await readEntries(folder, commit)) {
    const numbers = [...readReferenceNumbers(text)];
    if (numbers.length === 0 || numbers.length > maxNumbers) continue;
    const commits = new Set(numbers.flatMap((number) => [...(byNumber.get(number) ?? [])]));
    const question = cleanEntry(text);
    const terms = new Set(extractTerms(question).filter((term) => !isStopWord(term)));
    if (commits.size === 0 || commits.size > maxCommits || terms.size < minTerms) continue;
    const overlaps = [...commits].map((id) => measureOverlap(terms, byId.get(id)));
    if (Math.max(...overlaps) <= maxOverlap) questions.push({ text: question, commits });
  }
  return questions;
}

async function readEntries(folder: string, commit: string): Promise<readonly string[]> {
  const { stdout } = await runGit(folder, ['ls-tree', '-r', '-z', '--name-only', commit]);
  const paths = stdout.split('\0').filter((path) => isReleaseNotes(path) || otherNotes.test(path));
  const texts = await Promise.all(paths.map((path) => runGit(folder, ['show', `${commit}:${path}`])));
  return texts.flatMap(({ stdout: text }) => {
    const lines = text.split('\n');
    return [...iterateEntries(lines, findReleaseSections(lines))].map((entry) => entry.text);
  });
}

/** Commits by the number of their pull request, including those that its merge brought in; otherwise by issues that few commits mention. */
async function findCommitsByNumber(
  folder: string,
  changes: readonly IndexedChange[],
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const byPullRequest = new Map<number, Set<string>>();
  const byIssue = new Map<number, Set<string>>();
  for (const { commit, pullRequest, issues } of changes) {
    for (const issue of issues) add(byIssue, issue, commit.id);
    if (pullRequest === undefined) continue;
    const [first, second] = commit.parents;
    if (second === undefined) add(byPullRequest, pullRequest, commit.id);
    else {
      const listed = await runGit(folder, [
        'rev-list',
        '--no-merges',
        `--max-count=${maxCommits}`,
        second,
        `^${first}`,
      ]);
      for (const id of listed.stdout.split('\n').filter((line) => line !== ''))
        add(byPullRequest, pullRequest, id);
    }
  }
  for (const [number, ids] of byIssue)
    if (!byPullRequest.has(number) && ids.size <= maxIssueCommits) byPullRequest.set(number, ids);
  return byPullRequest;
}

function add(map: Map<number, Set<string>>, number: number, id: string): void {
  map.set(number, (map.get(number) ?? new Set()).add(id));
}

/** Removes list marks, numbers, links and authors; keeps the first sentence. */
function cleanEntry(entry: string): string {
  const text = entry
    .replace(/^\s*(?:[*+•-]|\d{1,3}[.)])\s+/, '')
    .replace(/\([^()]*(?:#\d+|:\w+:`#?\d+|pull\/|issues\/)[^()]*\)+/g, ' ')
    .replace(/\[[^\]]*#\d+[^\]]*\](?:\([^)]*\))?/g, ' ')
    .replace(/:\w{1,20}:`#?\d+`/g, ' ')
    .replace(/(?:GH-|#)\d+/g, ' ')
    .replace(/https?:\/\/\S+/g, ' ')
    .replace(/:\w+(?::\w+)*:`([^`]*)`/g, '`$1`')
    .replace(/\b(?:by|thanks to|patch by)\s+@?[\w .-]{2,40}$/i, ' ')
    .replace(/@[\w-]+/g, ' ')
    .replace(/``/g, '`')
    .replace(/\s+/g, ' ')
    .trim();
  return (/^(.{30,}?[.!?])\s/.exec(text)?.[1] ?? text).slice(0, maxLength);
}

function measureOverlap(terms: ReadonlySet<string>, change: IndexedChange | undefined): number {
  if (change === undefined) return 0;
  const subject = new Set(extractTerms(change.subject));
  return [...terms].filter((term) => subject.has(term)).length / terms.size;
}
