/**
 * Describes how well a commit matches a change that a question describes in words: which of the words are in its message, its paths and the
 * lines it changed, and whether question and message speak of the same kind of change. The features are input of the fitted ranking.
 */

import { containsWord, type QuestionTerm } from '../../core/answers/question.ts';
import { extractTerms, isStopWord } from '../../core/text/terms.ts';
import type { ChangedTerms, CommitRow } from '../../ports/history-store.ts';
import { isTrivial } from './rank-commits.ts';

export interface ChangeCandidate {
  readonly commit: Pick<CommitRow, 'subject' | 'message' | 'parents' | 'changedFiles'>;
  /** BM25 scores of message and paths, and of the changed words, relative to the best commit; 0 if no word matches. */
  readonly words: number;
  readonly changes: number;
  /** Cosine similarity of message and question; 0 without a model. */
  readonly similarity: number;
  /** Undefined if no term of the question is among them. */
  readonly changed: ChangedTerms | undefined;
}

export type ChangeFeatures = Readonly<Record<string, number>>;

/** The words of a question, each with its weight by rarity. The weights add up to 1. */
export interface WeighedTerms {
  readonly text: string;
  readonly terms: readonly QuestionTerm[];
  readonly weights: readonly number[];
}

interface TermSet {
  has(term: string): boolean;
}

const maxBodyLength = 3_000;
const empty: ReadonlySet<string> = new Set();
const noTerms: ChangedTerms = {
  paths: empty,
  added: empty,
  removed: empty,
  tests: empty,
  documents: empty,
};
/** Kinds of change, by words of the question and of a commit's subject. */
const kinds = {
  adds: /\b(?:add\w*|introduc\w*|implement\w*|support\w*|allow\w*|new|creat\w*|expos\w*|enabl\w*|provid\w*|lets?|possible|beg[ai]n\w*|start\w*|gave|gives?|taught)\b/i,
  removes:
    /\b(?:remov\w*|drop\w*|delet\w*|no longer|stop\w*|got rid|get rid|deprecat\w*|disabl\w*|without|don['’]?t|not)\b/i,
  fixes:
    /\b(?:fix\w*|bugs?|correct\w*|prevent\w*|avoid\w*|crash\w*|broken?|handl\w*|rais\w*|errors?|wrong\w*|regression|leak\w*|properly|instead of|rather than)\b/i,
  alters:
    /\b(?:chang\w*|renam\w*|mov\w*|replac\w*|switch\w*|refactor\w*|rework\w*|rewr\w*|simplif\w*|uses?|improv\w*|optimi\w*|faster|speed\w*|default\w*|updat\w*)\b/i,
} as const;
type Kind = keyof typeof kinds;
const kindNames: readonly Kind[] = ['adds', 'removes', 'fixes', 'alters'];

/** @param frequencies number of commits with each term, of `commits` in all */
export function weighTerms(
  text: string,
  terms: readonly QuestionTerm[],
  { commits, byTerm }: { readonly commits: number; readonly byTerm: ReadonlyMap<string, number> },
): WeighedTerms {
  const rarity = terms.map(({ alternatives }) => {
    const frequency = Math.max(
      0,
      ...alternatives.map((list) => Math.min(...list.map((term) => byTerm.get(term) ?? 0))),
    );
    return Math.log(1 + commits / (1 + frequency));
  });
  const total = rarity.reduce((sum, value) => sum + value, 0);
  return { text, terms, weights: rarity.map((value) => (total > 0 ? value / total : 0)) };
}

export function describeChange(
  question: WeighedTerms,
  { commit, words, changes, similarity, changed = noTerms }: ChangeCandidate,
): ChangeFeatures {
  const subject = new Set(extractTerms(commit.subject));
  const bodyText = commit.message.slice(commit.subject.length, commit.subject.length + maxBodyLength);
  const body = new Set(extractTerms(bodyText));
  const { paths, added, removed, tests, documents } = changed;
  const cover = (set: TermSet): number =>
    question.terms.reduce(
      (sum, term, index) => sum + (containsWord(set, term) ? (question.weights[index] ?? 0) : 0),
      0,
    );
  const removedOnly = cover({ has: (term) => removed.has(term) && !added.has(term) });
  const asksForRemoval = kinds.removes.test(question.text);
  return {
    words,
    changes,
    similarity,
    subject: cover(subject),
    body: cover(body),
    paths: cover(paths),
    added: cover({ has: (term) => added.has(term) && !removed.has(term) }),
    removed: removedOnly,
    kept: cover({ has: (term) => added.has(term) && removed.has(term) }),
    tests: cover(tests),
    documents: cover(documents),
    message: cover(join(subject, body)),
    code: cover(join(added, removed)),
    all: cover(join(subject, body, paths, added, removed, tests, documents)),
    removedAsAsked: asksForRemoval ? removedOnly : 0,
    subjectPrecision: measurePrecision(question, subject),
    subjectLength: Math.log1p(subject.size),
    hasBody: bodyText.trim() === '' ? 0 : 1,
    files: Math.log1p(commit.changedFiles),
    isTrivial: isTrivial(commit) ? 1 : 0,
    isMerge: commit.parents.length > 1 ? 1 : 0,
    ...compareKinds(question.text, commit.subject),
  };
}

function join(...sets: readonly TermSet[]): TermSet {
  return { has: (term) => sets.some((set) => set.has(term)) };
}

/** The fraction of the subject's words that the question contains. */
function measurePrecision({ terms }: WeighedTerms, subject: ReadonlySet<string>): number {
  const asked = new Set(terms.flatMap(({ variants }) => variants));
  const own = [...subject].filter((term) => !isStopWord(term));
  return own.length === 0 ? 0 : own.filter((term) => asked.has(term)).length / own.length;
}

function compareKinds(question: string, subject: string): ChangeFeatures {
  return Object.fromEntries(
    kindNames.flatMap((kind) => {
      const [asked, made] = [kinds[kind].test(question), kinds[kind].test(subject)];
      return [
        [`${kind}AsAsked`, asked && made ? 1 : 0],
        [`${kind}Unasked`, !asked && made ? 1 : 0],
      ] as const;
    }),
  );
}
