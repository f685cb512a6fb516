/**
 * Answers a question about a reason, an author or a time from the history of the lines in question, or from release notes. It states
 * the current code separately from the commits that changed it. Each commit cites its record.
 */

import { releaseSentences } from '../../../answering/compose/compose-release-notes.ts';
import type { AnyEvidence } from '../../../core/answers/evidence.ts';
import type { Confidence } from '../../../core/answers/question.ts';
import { mayAskForTimeline } from '../../../retrieval/history/read-history-period.ts';
import { readHistoryQuestion, type HistoryAspect } from '../../../retrieval/history/read-history-question.ts';
import { bindQuestion } from './bind-question.ts';
import { readReleaseQuestion } from '../../../retrieval/history/releases/read-release-question.ts';
import { readQuestion } from '../../../retrieval/question/read-question.ts';
import { toHistoryKey } from '../../browse/read-history.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { AnswerSearch } from '../answer-request.ts';
import { draftFromDefinitions } from '../passages/draft-from-definitions.ts';
import { draftHistory, type CodeContext, type HistoryDraft } from './draft-history.ts';
import { findHistory } from './find-history.ts';
import type { HistoryFinding } from './history-finding.ts';
import type { RankedCommit } from '../../../retrieval/history/rank-commits.ts';
import { findReleaseByVersion } from './find-release-notes.ts';

/** Maximum number of commits for each aspect, and the minimum fraction of the best score that a commit needs. */
const commitLimits = {
  introduced: [1, 0.8],
  last: [2, 0.5],
  why: [4, 0.45],
  which: [3, 0.6],
} as const satisfies Record<HistoryAspect, readonly [number, number]>;
/** Fraction of a question's terms that a commit message must contain to answer what the code does not. */
export const minTermCoverage = 0.6;
/** The same for a question that asks for a change, which its words describe loosely. */
const minChangeCoverage = 0.3;
/** The same for its message, paths and changed lines together, where a word is more often found by chance. */
const minChangedCoverage = 0.5;
/** Maximum definitions of the code, and parts of the answer about them: what to look at, and one excerpt. */
const maxDefinitions = 2;
const maxCodeSentences = 2;
/** Maximum commits of a list. The card has more. */
const maxListed = 8;
/** Maximum number of authors of a file. */
const maxWriters = 3;

/**
 * @param request.needsQuote answer only if the question quotes a line
 * @returns `unknown` if the version has no known history; undefined if the known history does not answer
 */
export async function draftFromHistory(
  services: Services,
  resolved: ResolvedSnapshot,
  request: { readonly text: string; readonly needsQuote: boolean } & Pick<AnswerSearch, 'find'>,
): Promise<HistoryDraft | 'unknown' | undefined> {
  const { text, find, needsQuote } = request;
  const state = await services.historyStore.state(toHistoryKey(resolved));
  if (state.commits === 0) return 'unknown';
  const found = await findHistory(services, resolved, { question: text, find }, state);
  if (needsQuote && !found.isQuoted) return undefined;
  const confidence = assessConfidence(found);
  if (found.commits.length === 0 || confidence === 'out-of-scope') return undefined;
  const code = await draftCode(services, resolved, found);
  return draftHistory(services, resolved, { found, chosen: chooseCommits(found), code, confidence, text });
}

/**
 * Answers a question for the changes of a path, an author or a period.
 * @returns undefined if the question asks for something else, or the version has no known history
 */
export async function draftFromTimeline(
  services: Services,
  resolved: ResolvedSnapshot,
  text: string,
): Promise<HistoryDraft | undefined> {
  const question = readHistoryQuestion(text);
  if (!mayAskForTimeline(text, question)) return undefined;
  const state = await services.historyStore.state(toHistoryKey(resolved));
  if (state.commits === 0) return undefined;
  const found = await bindQuestion(services, resolved, { text, question, state });
  if (!('timeline' in found) || found.commits.length === 0) return undefined;
  // Release notes may describe the version, so they are tried first.
  if ((found.timeline?.unknownVersions.length ?? 0) > 0) return undefined;
  const code = { evidence: new Map<string, AnyEvidence>(), sentences: [], maxSentences: 0 };
  return draftHistory(services, resolved, {
    found,
    chosen: chooseCommits(found),
    code,
    confidence: found.timeline?.isCertain === false ? 'low' : 'high',
    text,
  });
}

/** Drafts the part about the code. Returns an empty part if the question states lines, since these appear with their commits. */
async function draftCode(
  services: Services,
  resolved: ResolvedSnapshot,
  { finding, question }: HistoryFinding,
): Promise<CodeContext> {
  const nothing = { evidence: new Map<string, AnyEvidence>(), sentences: [], maxSentences: 0 };
  if (
    finding === undefined ||
    question?.lines !== undefined ||
    finding.assessment.confidence === 'out-of-scope'
  )
    return nothing;
  const draft = await draftFromDefinitions(services, resolved, { finding, count: maxDefinitions });
  if (draft?.first === undefined) return nothing;
  return {
    evidence: draft.evidence,
    sentences: prependSentence(draft.first, draft.rest),
    maxSentences: maxCodeSentences,
  };
}

export function* prependSentence(first: string, rest: Iterable<string>): Generator<string> {
  yield first;
  yield* rest;
}

/** Chooses the oldest commit that introduced lines, then for each main author the commit with the most lines. */
function chooseByWriters({ commits, writers }: HistoryFinding): readonly RankedCommit[] {
  const introducing = commits.filter(({ lineScores }) => (lineScores?.introduced ?? 0) > 0);
  const first = introducing.toSorted((a, b) => a.commit.committedAt - b.commit.committedAt).slice(0, 1);
  const byAuthor = (writers?.authors ?? []).slice(0, maxWriters).flatMap(({ author }) =>
    commits
      .filter(({ commit, lineScores }) => commit.author === author && (lineScores?.last ?? 0) > 0)
      .toSorted((a, b) => (b.lineScores?.last ?? 0) - (a.lineScores?.last ?? 0))
      .slice(0, 1),
  );
  return [
    ...first.map((ranked): RankedCommit => ({ ...ranked, reason: 'introduced' })),
    ...byAuthor
      .filter(({ commit }) => commit.id !== first[0]?.commit.id)
      .map((ranked): RankedCommit => ({ ...ranked, reason: 'last-changed' })),
  ];
}

function chooseCommits(found: HistoryFinding): readonly RankedCommit[] {
  if (found.commitLines !== undefined) return found.commits.slice(0, 1);
  if (found.timeline !== undefined) return found.commits.slice(0, found.timeline.isList ? maxListed : 1);
  if (found.writers !== undefined) return chooseByWriters(found);
  const { commits, question } = found;
  const best = commits[0]?.score ?? 0;
  const [maxCommits, minFraction] = commitLimits[question?.aspect ?? 'why'];
  return commits.filter(({ score }) => score > 0 && score >= best * minFraction).slice(0, maxCommits);
}

/** High if the question points at lines or names a commit. A commit found only by its message is less certain. */
function assessConfidence({
  question,
  finding,
  commits,
  termCoverage,
  spans,
  timeline,
  isQuoted,
  commitLines,
  writers,
  scope,
}: HistoryFinding): Confidence {
  const [best] = commits;
  if (best === undefined) return 'out-of-scope';
  if (timeline !== undefined) return timeline.isCertain ? 'high' : 'low';
  if (
    best.isNamed ||
    isQuoted ||
    commitLines !== undefined ||
    writers !== undefined ||
    (question?.lines !== undefined && spans.length > 0)
  )
    return 'high';
  const codeConfidence = finding?.assessment.confidence ?? 'low';
  if (codeConfidence !== 'out-of-scope')
    return scope !== undefined || (best.lineScores === undefined && termCoverage < minTermCoverage)
      ? 'low'
      : codeConfidence;
  if (best.changeCoverage >= minChangedCoverage) return 'low';
  const minCoverage = question?.aspect === 'which' ? minChangeCoverage : minTermCoverage;
  return Math.max(termCoverage, best.wordCoverage) >= minCoverage ? 'low' : 'out-of-scope';
}

/**
 * Answers what changed in one version by quoting its release notes.
 * @returns undefined if the question asks for something else, or no release notes describe that version
 */
export async function draftFromReleaseNotes(
  services: Services,
  resolved: ResolvedSnapshot,
  text: string,
): Promise<HistoryDraft | undefined> {
  const version = readReleaseQuestion(text);
  if (version === undefined) return undefined;
  const names = readQuestion(text).identifiers.filter((name) => !version.includes(name));
  const releases = await findReleaseByVersion(services, resolved, { version, names });
  const sentences = releaseSentences(releases);
  const { value: first } = sentences.next();
  if (first === undefined) return undefined;
  const evidence = new Map<string, AnyEvidence>(
    releases.flatMap(({ heading, entry }) => [heading, entry]).map((lines) => [lines.id, lines]),
  );
  return {
    evidence,
    first,
    rest: sentences,
    empty: [],
    class: 'why',
    confidence: 'high',
    cards: [],
    suggestions: [],
    subjects: [],
    facts: { counts: new Map(), countedIds: new Set(), statements: new Set(), repeat: '' },
    notes: [],
  };
}
