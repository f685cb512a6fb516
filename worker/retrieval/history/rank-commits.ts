/**
 * Ranks commits for a history question by line history, message and kind of commit. Weights for `introduced`,
 * `which` and `lines` were fitted on eight repositories and rounded; those for `why` were set by hand. Results:
 * `test/eval/results/history.md`.
 */

import type { CommitRow } from '../../ports/history-store.ts';
import type { CommitShares } from './weigh-line-histories.ts';
import type { HistoryAspect } from './read-history-question.ts';

type CommitReason = 'introduced' | 'last-changed' | 'changed' | 'moved' | 'mentions';

export interface CandidateCommit {
  readonly commit: CommitRow;
  /** Undefined for a commit found by its words alone. */
  readonly shares: CommitShares | undefined;
  /** BM25 of its message and paths over the best found; 0 where it holds no word of the question. */
  readonly words: number;
  /** Share of the question's words its message says, 0 to 1. */
  readonly held: number;
  /** Likeness of message and question by their vectors, 0 to 1. */
  readonly likeness: number;
  /** Named by the question itself: its id, its pull request or an issue of it. */
  readonly isNamed: boolean;
}

export interface RankedCommit extends CandidateCommit {
  readonly reason: CommitReason;
  readonly score: number;
}

/** What a commit is worth beside its lines: one that sweeps over the whole tree, or only tidies, explains no line of it. */
const trivial =
  /^\W*(?:merge\b|bump\b|release\b|v?\d+\.\d+[\w.]*\b|prepare (?:for )?(?:release|version)|(?:run|apply|use|fix|add|enable|update|upgrade)?\s*(?:the )?(?:black|prettier|ruff|isort|gofmt|rustfmt|clang-format|eslint|lint\w*|format\w*|reformat\w*|pre-?commit|pyupgrade|flake8|whitespace|typos?|spelling|code style)\b|(?:chore|style|ci|build)(?:\(|:|!)|.{0,3}(?:upgrade|bump|update) (?:dependenc|version|release notes)|copyright|license headers?)/i;
/** Of a subject: it is a whole paragraph where its writer left no empty line. */
const subjectRead = 200;
const manyFiles = 60;
/** Its subject says that documents or their translations were changed, which explains no code. */
const ofDocuments =
  /^\W*(?:memo|docs?|documentation|globe_with_meridians|pencil2?)\b|^\s*(?:📝|🌐|✏)|\b(?:translations?|docstrings?|docs|documentation|changelog|readme)\b/iu;

interface Weights {
  readonly last: number;
  readonly introduced: number;
  readonly between: number;
  readonly moved: number;
  readonly named: number;
  readonly renamed: number;
  /** For lines it brought before what brought the name they now stand under, and which that never went through. */
  readonly before: number;
  readonly words: number;
  readonly held: number;
  readonly likeness: number;
  readonly trivial: number;
  /** For changing documents, where the question is not of them. */
  readonly documents: number;
  readonly sweep: number;
  /** For being the newest of those whose lines are asked about; the oldest has none of it. */
  readonly newest: number;
}

/** `lines`: lines given alone, of which the last change is what is looked for first. */
export type RankedAspect = HistoryAspect | 'lines';

const weights: Readonly<Record<RankedAspect, Weights>> = {
  lines: {
    last: 1,
    introduced: 0.3,
    between: 0.3,
    moved: 0.8,
    named: 0,
    renamed: 0,
    before: 0,
    words: 0.1,
    held: 0,
    likeness: 0.2,
    trivial: -0.3,
    documents: 0,
    sweep: -0.1,
    newest: 0,
  },
  why: {
    last: 0.6,
    introduced: 0.7,
    between: 0.4,
    moved: 0,
    named: 0.2,
    renamed: 0,
    before: 0,
    words: 0.5,
    held: 0.8,
    likeness: 0.8,
    trivial: -0.6,
    documents: -0.4,
    sweep: -0.3,
    newest: 0,
  },
  which: {
    last: 0.4,
    introduced: 0.6,
    between: 0.4,
    moved: 0,
    named: 0.3,
    renamed: 0,
    before: 0,
    words: 1.4,
    held: 1,
    likeness: 1.7,
    trivial: -0.4,
    documents: -0.1,
    sweep: -0.2,
    newest: 0,
  },
  introduced: {
    last: 0.1,
    introduced: 0.6,
    between: 0,
    moved: 0,
    named: 1.1,
    renamed: 0.7,
    before: 1.6,
    words: 0,
    held: 0.2,
    likeness: 0.8,
    trivial: -0.3,
    documents: 0,
    sweep: 0,
    newest: 0,
  },
  last: {
    last: 0.3,
    introduced: 0,
    between: 0,
    moved: 0,
    named: 0,
    renamed: 0,
    before: 0,
    words: 0.1,
    held: 0,
    likeness: 0,
    trivial: 0,
    documents: 0,
    sweep: 0,
    newest: 2,
  },
};

export function rankCommits(
  candidates: readonly CandidateCommit[],
  aspect: RankedAspect,
  question = '',
): readonly RankedCommit[] {
  const asksForDocuments = ofDocuments.test(question);
  const weight = weights[aspect];
  const newness = newnessOf(candidates);
  // What brought the lines did not bring the name, where that was given to them later.
  const isRenamed =
    aspect === 'introduced' &&
    candidates.some(({ shares }) => (shares?.named ?? 0) > 0 && shares?.introduced === 0);
  const namedAt = Math.min(
    ...candidates.filter(({ shares }) => (shares?.named ?? 0) > 0).map(({ commit }) => commit.committedAt),
  );
  return candidates
    .map((candidate): RankedCommit => {
      const { commit, shares, words, held, likeness, isNamed } = candidate;
      const isBefore = commit.committedAt < namedAt;
      const score =
        (isNamed ? 10 : 0) +
        weight.last * (shares?.last ?? 0) +
        weight.introduced * (isBefore && isRenamed ? 0 : (shares?.introduced ?? 0)) +
        weight.between * (shares?.between ?? 0) +
        weight.moved * (shares?.moved ?? 0) +
        weight.named * (shares?.named ?? 0) +
        weight.renamed * (shares?.renamed ?? 0) +
        weight.before * (isBefore ? (shares?.apart ?? 0) : 0) +
        weight.words * words +
        weight.held * held +
        weight.likeness * likeness +
        weight.trivial * (isTrivial(commit) ? 1 : 0) +
        weight.documents * (!asksForDocuments && ofDocuments.test(commit.subject) ? 1 : 0) +
        weight.sweep * (commit.changedFiles > manyFiles ? 1 : 0) +
        weight.newest * (newness.get(commit.id) ?? 0);
      return { ...candidate, score, reason: reasonOf(shares, aspect) };
    })
    .toSorted((a, b) => b.score - a.score || b.commit.committedAt - a.commit.committedAt);
}

export function isTrivial(commit: Pick<CommitRow, 'subject'>): boolean {
  return trivial.test(commit.subject.slice(0, subjectRead));
}

/** 1 for the newest that changed any line last, in equal steps to 0 for the oldest. */
function newnessOf(candidates: readonly CandidateCommit[]): ReadonlyMap<string, number> {
  const changed = candidates
    .filter(({ shares }) => shares !== undefined && shares.last > 0)
    .toSorted((a, b) => b.commit.committedAt - a.commit.committedAt);
  return new Map(changed.map(({ commit }, index) => [commit.id, 1 - index / changed.length]));
}

function reasonOf(shares: CommitShares | undefined, aspect: RankedAspect): CommitReason {
  if (shares === undefined) return 'mentions';
  const { introduced, last, between, moved, named } = shares;
  if (aspect === 'last' && last > 0) return 'last-changed';
  // A name given to an older line was brought, the line was not.
  const isNamer = named > 0 && (introduced > 0 || last + between === 0);
  if (isNamer || introduced > Math.max(last, between) || (introduced > 0 && introduced === last))
    return 'introduced';
  if (last > 0) return 'last-changed';
  return moved > 0 && moved >= between ? 'moved' : introduced > 0 ? 'introduced' : 'changed';
}
