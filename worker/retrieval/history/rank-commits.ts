/** Ranks commits for a history question by line history, message and kind of commit. Results: `test/eval/results/history.md`. */

import type { CommitRow } from '../../ports/history-store.ts';
import type { CommitLineScores } from './weigh-line-histories.ts';
import { commitWeights, type RankedAspect } from './commit-weights.ts';

type CommitReason = 'introduced' | 'last-changed' | 'changed' | 'moved' | 'mentions';

export interface CandidateCommit {
  readonly commit: CommitRow;
  /** Undefined for a commit found only by its words. */
  readonly lineScores: CommitLineScores | undefined;
  /** BM25 score of its message and paths relative to the best; 0 if it contains no word of the question. */
  readonly words: number;
  /** Fraction of the question's words in its message, 0 to 1. */
  readonly wordCoverage: number;
  /** Cosine similarity of message and question, 0 to 1. */
  readonly similarity: number;
  /** How likely it is the change that the question describes: 1 for the most likely, down to 0. */
  readonly change: number;
  /** Fraction of the question's words in its message, paths and changed lines, 0 to 1; 0 if the question describes no change. */
  readonly changeCoverage: number;
  /** 1 if it changed a file that the question names or describes, less for one that the search finds, else 0. */
  readonly pathMatch: number;
  /** Whether the question contains the commit's ID, pull request or issue. */
  readonly isNamed: boolean;
}

export interface RankedCommit extends CandidateCommit {
  readonly reason: CommitReason;
  readonly score: number;
}

/** Matches subjects of merges, releases, formatting and other cleanups, which explain no line. */
const trivialSubject =
  /^\W*(?:merge\b|bump\b|release\b|v?\d+\.\d+[\w.]*\b|prepare (?:for )?(?:release|version)|(?:run|apply|use|fix|add|enable|update|upgrade)?\s*(?:the )?(?:black|prettier|ruff|isort|gofmt|rustfmt|clang-format|eslint|lint\w*|format\w*|reformat\w*|pre-?commit|pyupgrade|flake8|whitespace|typos?|spelling|code style)\b|(?:chore|style|ci|build)(?:\(|:|!)|.{0,3}(?:upgrade|bump|update) (?:dependenc|version|release notes)|copyright|license headers?)/i;
const pullRequestWords = /\b(?:prs?|pull requests?|merge requests?)\b/i;
/** Maximum subject length in characters: in a message without an empty line, the subject is a whole paragraph. */
const maxSubjectLength = 200;
const maxFocusedFiles = 60;
/** Matches subjects of changes to tests, documents or translations, which explain no code. */
const documentChange =
  /^\W*(?:tests?\b|(?:add|fix|update|improve|refactor)(?:ed|s)? (?:\w+ )?tests?\b)|^\W*(?:memo|docs?|documentation|globe_with_meridians|pencil2?)\b|^\s*(?:📝|🌐|✏)|\b(?:translations?|docstrings?|docs|documentation|changelog|readme)\b/iu;

export function rankCommits(
  candidates: readonly CandidateCommit[],
  aspect: RankedAspect,
  question = '',
): readonly RankedCommit[] {
  const isAboutDocuments = documentChange.test(question);
  const weight = commitWeights[aspect];
  const newnessByCommit = scoreNewness(candidates);
  const recency = createRecency(candidates);
  // If the lines were renamed later, the commit that introduced them did not introduce the name.
  const isRenamed =
    aspect === 'introduced' &&
    candidates.some(({ lineScores }) => (lineScores?.named ?? 0) > 0 && lineScores?.introduced === 0);
  const asksForPullRequest = pullRequestWords.test(question);
  const namedAt = Math.min(
    ...candidates
      .filter(({ lineScores }) => (lineScores?.named ?? 0) > 0)
      .map(({ commit }) => commit.committedAt),
  );
  return candidates
    .map((candidate): RankedCommit => {
      const { commit, lineScores, words, wordCoverage, similarity, change, pathMatch, isNamed } = candidate;
      const isBeforeName = commit.committedAt < namedAt;
      const score =
        (isNamed ? 10 : 0) +
        weight.last * (lineScores?.last ?? 0) +
        weight.introduced * (isBeforeName && isRenamed ? 0 : (lineScores?.introduced ?? 0)) +
        weight.between * (lineScores?.between ?? 0) +
        weight.moved * (lineScores?.moved ?? 0) +
        weight.named * (lineScores?.named ?? 0) +
        weight.renamed * (lineScores?.renamed ?? 0) +
        weight.before * (isBeforeName ? (lineScores?.introducedWithoutName ?? 0) : 0) +
        weight.words * words +
        weight.wordCoverage * wordCoverage +
        weight.similarity * similarity +
        weight.change * change +
        weight.path * pathMatch +
        weight.pullRequest * (commit.pullRequest === undefined ? 0 : asksForPullRequest ? 3 : 1) +
        weight.trivial * (isTrivial(commit) ? 1 : 0) +
        weight.documents * (!isAboutDocuments && documentChange.test(commit.subject) ? 1 : 0) +
        weight.sweep * (commit.changedFiles > maxFocusedFiles ? 1 : 0) +
        weight.newest * (newnessByCommit.get(commit.id) ?? 0) +
        weight.recent * recency(commit);
      return { ...candidate, score, reason: explainMatch(lineScores, aspect) };
    })
    .toSorted((a, b) => b.score - a.score || b.commit.committedAt - a.commit.committedAt);
}

export function isTrivial(commit: Pick<CommitRow, 'subject'>): boolean {
  return trivialSubject.test(commit.subject.slice(0, maxSubjectLength));
}

/** Scores commits that changed any line last: 1 for the newest, and less in equal steps for older ones. */
function scoreNewness(candidates: readonly CandidateCommit[]): ReadonlyMap<string, number> {
  const changed = candidates
    .filter(({ lineScores }) => lineScores !== undefined && lineScores.last > 0)
    .toSorted((a, b) => b.commit.committedAt - a.commit.committedAt);
  return new Map(changed.map(({ commit }, index) => [commit.id, 1 - index / changed.length]));
}

/** @returns a function from 1 for the newest candidate to 0 for the oldest, proportional to time */
function createRecency(candidates: readonly CandidateCommit[]): (commit: CommitRow) => number {
  const times = candidates.map(({ commit }) => commit.committedAt);
  const [oldest, newest] = [Math.min(...times), Math.max(...times)];
  return ({ committedAt }) => (newest === oldest ? 1 : (committedAt - oldest) / (newest - oldest));
}

function explainMatch(lineScores: CommitLineScores | undefined, aspect: RankedAspect): CommitReason {
  if (lineScores === undefined) return 'mentions';
  const { introduced, last, between, moved, named } = lineScores;
  if (aspect === 'last' && last > 0) return 'last-changed';
  // A commit that renames an older line introduces the name, not the line.
  const introducedName = named > 0 && (introduced > 0 || last + between === 0);
  if (introducedName || introduced > Math.max(last, between) || (introduced > 0 && introduced === last))
    return 'introduced';
  if (last > 0) return 'last-changed';
  return moved > 0 && moved >= between ? 'moved' : introduced > 0 ? 'introduced' : 'changed';
}
