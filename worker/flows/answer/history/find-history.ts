/**
 * Finds the commits that answer a question about history: those that changed the lines in question and those whose messages match it. It
 * ranks them together.
 */

import type { QuestionTerm } from '../../../core/answers/question.ts';
import type { HistoryState, LineAuthorship, LineRun } from '../../../core/history/history.ts';
import type { HistoryKey } from '../../../ports/history-store.ts';
import { countLineAuthors, countLastChangedLines } from '../../../retrieval/history/count-line-authors.ts';
import { measureMessageCoverage, selectMessageTerms } from '../../../retrieval/history/message-terms.ts';
import { measureMessageSimilarity } from '../../../retrieval/history/message-similarity.ts';
import {
  rankCommits,
  type CandidateCommit,
  type RankedCommit,
} from '../../../retrieval/history/rank-commits.ts';
import { readHistoryQuestion } from '../../../retrieval/history/read-history-question.ts';
import { toSearchText } from '../../../retrieval/history/search-text.ts';
import { weighLineHistories } from '../../../retrieval/history/weigh-line-histories.ts';
import { toHistoryKey } from '../../browse/read-history.ts';
import type { Finding } from '../../search/find-spans/finding.ts';
import { retrieve } from '../../search/find-spans/retrieve.ts';
import { noFilters } from '../../search/search-filters.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import { findCommitLines, type NamedCommit } from './commit-lines.ts';
import { bindQuestion } from './bind-question.ts';
import type { HistoryFinding, HistoryQuery } from './history-finding.ts';
import { describeScope, isInScope, isScoped } from './history-scope.ts';
import { findDiscussions, type DiscussionFinding } from './find-discussions.ts';
import { readCommitRows } from './commit-rows.ts';
import { findPathCommits } from './path-commits.ts';
import { refineRanking } from './refine-ranking.ts';
import { findReleaseTexts } from './release-texts.ts';
import { findChanges, relativeScores, scoreChanges } from './score-changes.ts';
import { buildHistoryNotes, commitCoverage } from './describe-coverage.ts';
import { resolveRegion } from './resolve-region.ts';
import { resolveNamedRegion, resolveStatedRegion, type NamedRegion } from './history-regions.ts';

interface HistoryRequest {
  readonly question: string;
  /** An existing search to use for the code. */
  readonly find?: (text: string) => Promise<Finding>;
}

/** Maximum commits considered because their messages match best. */
const maxCommitsByWords = 40;
/** Of the commits that match in words, a period or author may exclude most. */
const scopedFactor = 10;
const maxSpans = 6;

/**
 * @param known the state of the history, if it has been read already
 * @throws what `resolveNamedRegion` and `findCommitLines` throw
 */
export async function findHistory(
  services: Services,
  resolved: ResolvedSnapshot,
  request: HistoryRequest | NamedCommit | NamedRegion,
  known?: HistoryState,
): Promise<HistoryFinding> {
  const key = toHistoryKey(resolved);
  const state = known ?? (await services.historyStore.state(key));
  if ('commit' in request) return findCommitLines(services, resolved, { commit: request.commit, state });
  if (!('question' in request)) {
    const spans = await resolveNamedRegion(services, resolved, request);
    return rankHistory(services, resolved, { question: undefined, spans, finding: undefined, state });
  }
  const question = readHistoryQuestion(request.question);
  const [named] = question.commits;
  if (question.asksForCommitLines && named !== undefined && question.lines === undefined)
    return { ...(await findCommitLines(services, resolved, { commit: named, state })), question };
  const bound = await bindQuestion(services, resolved, { text: request.question, question, state });
  if ('timeline' in bound) return bound;
  const statedSpans = await resolveStatedRegion(services, resolved, question);
  const { find = (text) => retrieve(services, resolved, { text, filters: noFilters, count: maxSpans }) } =
    request;
  // The question does not ask about the history of spans that only the graph connects.
  const isInTime = question.order !== undefined || bound.period !== undefined;
  const searchText = isInTime ? toSearchText(request.question) : request.question;
  const finding = { ...(await find(searchText)), related: [] };
  const region =
    statedSpans === undefined
      ? await resolveRegion(services, resolved, { finding, question, subject: bound.subject })
      : { spans: statedSpans, isQuoted: false };
  return rankHistory(services, resolved, { ...bound, ...region, question, finding, state });
}

/** Finds the commits that may answer, with all that ranks them. */
async function findCandidates(
  services: Services,
  resolved: ResolvedSnapshot,
  { query, terms }: { readonly query: HistoryQuery; readonly terms: readonly QuestionTerm[] },
) {
  const key = toHistoryKey(resolved);
  const { question, spans, finding } = query;
  const { historyStore } = services;
  const frequencies = finding?.retrieved.frequencies;
  const weight = (word: string): number => 1 / (1 + Math.log1p(frequencies?.get(word) ?? 0) / 2);
  const describesChange = chooseAspect(query) === 'which';
  const maxHits = maxCommitsByWords * (isScoped(query) ? scopedFactor : 1);
  const [runs, hits, named, mentioned, notes, pathCommits, changes] = await Promise.all([
    historyStore.lineOrigins(key, spans),
    historyStore.search(
      key,
      terms.flatMap((term) => term.variants),
      maxHits,
    ),
    question === undefined ? [] : historyStore.commits(key, question.commits),
    question === undefined ? [] : historyStore.commitsMentioning(key, question.numbers, maxCommitsByWords),
    findReleaseTexts(services, resolved, { question, terms, weight }),
    findPathCommits(services, key, query),
    findChanges(services, key, describesChange ? terms : [], isScoped(query) ? scopedFactor : 1),
  ]);
  const lineHistories = weighLineHistories(spans, runs);
  const found = await readCommitRows(services, key, {
    lineHistories,
    found: [...hits, ...named, ...mentioned, ...notes.commits, ...pathCommits.commits, ...changes.commits],
  });
  const words = relativeScores(hits);
  const namedIds = new Set([...named, ...mentioned].map(({ id }) => id));
  const included = found.filter((commit) => namedIds.has(commit.id) || isInScope(query, commit));
  const rows = included.length === 0 ? found : included;
  const text = finding?.question.text ?? '';
  const similarities = await measureMessageSimilarity(services.dense?.embedder, finding?.question.text, rows);
  const changeScores = await scoreChanges(services, key, {
    text,
    terms: describesChange ? terms : [],
    rows,
    words,
    hits: changes,
    similarities,
  });
  const candidates = rows.map((commit): CandidateCommit => ({
    commit,
    lineScores: lineHistories.commits.find((scored) => scored.commit === commit.id),
    words: words.get(commit.id) ?? 0,
    wordCoverage: measureMessageCoverage(`${commit.message}\n${notes.textOf(commit)}`, terms, weight),
    similarity: similarities.get(commit.id) ?? 0,
    change: changeScores.get(commit.id)?.likelihood ?? 0,
    changeCoverage: changeScores.get(commit.id)?.coverage ?? 0,
    pathMatch: pathCommits.matches.get(commit.id) ?? 0,
    isNamed: namedIds.has(commit.id),
  }));
  return { candidates, lineHistories, runs, isOutOfScope: included.length < 1 && found.length > 0 };
}

async function rankHistory(
  services: Services,
  resolved: ResolvedSnapshot,
  query: HistoryQuery,
): Promise<HistoryFinding> {
  const key = toHistoryKey(resolved);
  const { question, spans, finding, state } = query;
  const terms = finding === undefined ? [] : selectMessageTerms(finding.question);
  const { candidates, lineHistories, runs, isOutOfScope } = await findCandidates(services, resolved, {
    query,
    terms,
  });
  const ranked = rankCommits(candidates, chooseAspect(query), finding?.question.text);
  const commits = await refineRanking(services, resolved, { ...query, ranked });
  const discussions = await findRelatedDiscussions(services, key, { query, commits, terms });
  return {
    question,
    commits,
    spans,
    finding,
    termCoverage: Math.max(commitCoverage(commits[0]?.commit, terms), discussionCoverage(discussions, terms)),
    discussions,
    timeline: undefined,
    commitLines: undefined,
    scope: describeScope(query, isOutOfScope),
    isQuoted: query.isQuoted ?? false,
    writers: await countFileWriters(services, key, { query, runs }),
    state,
    notes: buildHistoryNotes(lineHistories, state, spans),
  };
}

async function findRelatedDiscussions(
  services: Services,
  key: HistoryKey,
  {
    query: { question, finding, spans },
    commits,
    terms,
  }: {
    readonly query: HistoryQuery;
    readonly commits: readonly RankedCommit[];
    readonly terms: readonly QuestionTerm[];
  },
): Promise<DiscussionFinding> {
  const frequencies = finding?.retrieved.frequencies;
  return findDiscussions(services, key, {
    text: finding?.question.text,
    numbers: question?.numbers ?? [],
    commits,
    terms,
    // Discussions are prose, so words that are rare in code count less here.
    weight: (word) => 1 / (1 + Math.log1p(frequencies?.get(word) ?? 0)),
    identifiers: finding?.question.identifiers ?? [],
    paths: new Set(spans.map(({ path }) => path)),
  });
}

function discussionCoverage({ ranked: [best] }: DiscussionFinding, terms: readonly QuestionTerm[]): number {
  return best === undefined
    ? 0
    : measureMessageCoverage(`${best.discussion.title}\n${best.best.body}`, terms);
}

async function countFileWriters(
  { historyStore }: Services,
  key: HistoryKey,
  { query: { question, spans }, runs }: { readonly query: HistoryQuery; readonly runs: readonly LineRun[] },
): Promise<LineAuthorship | undefined> {
  const [file] = spans;
  if (question?.asksForAuthors !== true || file?.isFile !== true) return undefined;
  const changed = countLastChangedLines(runs);
  const commits = await historyStore.commits(key, [...changed.keys()]);
  const counted = countLineAuthors(changed, commits, file.endLine);
  return counted.authors.length === 0 ? undefined : counted;
}

/** For plain lines the last change matters most. For a symbol its introduction does. */
function chooseAspect({
  question,
  spans,
  isQuoted = false,
}: HistoryQuery): Parameters<typeof rankCommits>[1] {
  if (question === undefined)
    return spans.some(({ symbol }) => symbol !== undefined) ? 'introduced' : 'lines';
  if (isQuoted) return 'quoted';
  const asksAboutLines =
    question.lines !== undefined && (question.aspect === 'why' || question.aspect === 'which');
  return asksAboutLines ? 'lines' : question.aspect;
}
