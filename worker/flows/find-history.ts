/**
 * A question of the past to the commits that answer it: lines found as any question finds them, the commits those lines went through,
 * commits whose messages speak of it, all ranked together. Nothing is told that a line's origin or a message does not say.
 */

import type { CountedWriters, HistoryState, LineRun } from '../core/history.ts';
import type { QuestionTerm } from '../core/question.ts';
import type { CommitRow, HistoryKey } from '../ports/history-store.ts';
import { readQuestion } from '../retrieval/read-question.ts';
import { countWriters, lastChanges } from '../retrieval/history/count-writers.ts';
import { heldInMessage } from '../retrieval/history/held-in-message.ts';
import { likenessOf } from '../retrieval/history/likeness-of-messages.ts';
import { rankCommits, type CandidateCommit, type RankedCommit } from '../retrieval/history/rank-commits.ts';
import { readHistoryQuestion, type HistoryQuestion } from '../retrieval/history/read-history-question.ts';
import { termsOfPast } from '../retrieval/history/terms-of-past.ts';
import { weighLineages, type LineageShares } from '../retrieval/history/weigh-lineages.ts';
import { findDiscussions, type FoundDiscussions } from './find-discussions.ts';
import {
  regionFound,
  regionNamed,
  regionPointedAt,
  type NamedRegion,
  type RegionSpan,
} from './history-regions.ts';
import { historyKeyOf, historyNotes } from './browse/read-history.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import { retrieve, type Finding } from './retrieve.ts';
import { noFilters } from './search/search-filters.ts';
import type { Services } from './services.ts';

export type { RankedCommit };

export interface HistoryFinding {
  /** Undefined where lines or a name were given instead of a question. */
  readonly asked: HistoryQuestion | undefined;
  readonly commits: readonly RankedCommit[];
  /** The lines it was told of, the most meant first. */
  readonly spans: readonly RegionSpan[];
  /** What the question found in the code; undefined where it was not looked for there. */
  readonly finding: Finding | undefined;
  /** Pull requests and issues, ranked on the commits' scale. */
  readonly discussions: FoundDiscussions;
  /** Share of what the question says that the message of the best commit holds, or the best of a discussion, 0 to 1. */
  readonly held: number;
  /** Whose the lines of the file are, where its writers are asked for and known. */
  readonly writers: CountedWriters | undefined;
  readonly state: HistoryState;
  /** Where the chain ends, and why. */
  readonly notes: readonly string[];
}

interface AskedOfPast {
  readonly question: string;
  /** How its words are looked for in the code, where that was begun already. */
  readonly find?: (text: string) => Promise<Finding>;
}

/** Commits looked at: those most lines went through, and those whose words match best. */
const byLines = 60;
const byWords = 40;
const spansRead = 6;
/** From this share on it is worth saying that the beginning of lines is not known. */
const muchUnknown = 0.1;

/**
 * @param known the history's state, where it has been read already
 * @throws AppError what `regionNamed` throws
 */
export async function findHistory(
  services: Services,
  resolved: ResolvedSnapshot,
  asked: AskedOfPast | NamedRegion,
  known?: HistoryState,
): Promise<HistoryFinding> {
  const key = historyKeyOf(resolved);
  const state = known ?? (await services.historyStore.state(key));
  if (!('question' in asked)) {
    const spans = await regionNamed(services, resolved, asked);
    return gather(services, key, { question: undefined, spans, finding: undefined, state });
  }
  const question = readHistoryQuestion(asked.question);
  const pointed = await regionPointedAt(services, resolved, question);
  const { find = (text) => retrieve(services, resolved, { text, filters: noFilters, count: spansRead }) } =
    asked;
  // What the graph leads to has a past of its own, and is not what is asked about.
  const finding = { ...(await find(asked.question)), related: [] };
  const spans = pointed ?? (await regionFound(services, resolved, finding, question));
  return gather(services, key, { question, spans, finding, state });
}

interface Known {
  readonly question: HistoryQuestion | undefined;
  readonly spans: readonly RegionSpan[];
  readonly finding: Finding | undefined;
  readonly state: HistoryState;
}

async function gather(services: Services, key: HistoryKey, known: Known): Promise<HistoryFinding> {
  const { question, spans, finding, state } = known;
  const terms = finding === undefined ? [] : termsOfPast(finding.question);
  const { historyStore } = services;
  const [runs, hits, named, mentioned] = await Promise.all([
    historyStore.originsOf(key, spans),
    historyStore.search(
      key,
      terms.flatMap((term) => term.variants),
      byWords,
    ),
    question === undefined ? [] : historyStore.commits(key, question.commits),
    question === undefined ? [] : historyStore.mentioning(key, question.numbers, byWords),
  ]);
  const lineages = weighLineages(spans, runs);
  const rows = await rowsOf(services, key, { lineages, found: [...hits, ...named, ...mentioned] });
  const best = hits[0]?.score ?? 1;
  const words = new Map(hits.map((hit) => [hit.id, best > 0 ? hit.score / best : 0]));
  const sure = new Set([...named, ...mentioned].map(({ id }) => id));
  const likeness = await likenessOf(services.dense?.embedder, finding?.question.text, rows);
  const candidates = rows.map((commit): CandidateCommit => ({
    commit,
    shares: lineages.commits.find((one) => one.commit === commit.id),
    words: words.get(commit.id) ?? 0,
    held: heldInMessage(commit.message, terms),
    likeness: likeness.get(commit.id) ?? 0,
    isNamed: sure.has(commit.id),
  }));
  const commits = rankCommits(candidates, aspectOf(known), finding?.question.text);
  const discussions = await discussionsOf(services, key, { known, commits, terms });
  return {
    asked: question,
    commits,
    spans,
    finding,
    held: Math.max(heldBy(commits[0]?.commit, terms), heldBySaying(discussions, terms)),
    discussions,
    writers: await writersOf(services, key, { known, runs }),
    state,
    notes: notesOf(lineages, state, spans),
  };
}

async function discussionsOf(
  services: Services,
  key: HistoryKey,
  {
    known: { question, finding, spans },
    commits,
    terms,
  }: {
    readonly known: Known;
    readonly commits: readonly RankedCommit[];
    readonly terms: readonly QuestionTerm[];
  },
): Promise<FoundDiscussions> {
  const frequencies = finding?.retrieved.frequencies;
  return findDiscussions(services, key, {
    text: finding?.question.text,
    numbers: question?.numbers ?? [],
    commits,
    terms,
    // Discussions are prose: what is rare in code need not be rare in them.
    weight: (word) => 1 / (1 + Math.log1p(frequencies?.get(word) ?? 0)),
    identifiers: finding?.question.identifiers ?? [],
    paths: new Set(spans.map(({ path }) => path)),
  });
}

function heldBySaying({ ranked: [best] }: FoundDiscussions, terms: readonly QuestionTerm[]): number {
  return best === undefined ? 0 : heldInMessage(`${best.discussion.title}\n${best.best.body}`, terms);
}

async function writersOf(
  { historyStore }: Services,
  key: HistoryKey,
  { known: { question, spans }, runs }: { readonly known: Known; readonly runs: readonly LineRun[] },
): Promise<CountedWriters | undefined> {
  const [file] = spans;
  if (question?.isOfWriters !== true || file?.isFile !== true) return undefined;
  const changed = lastChanges(runs);
  const commits = await historyStore.commits(key, [...changed.keys()]);
  const counted = countWriters(changed, commits, file.endLine);
  return counted.writers.length === 0 ? undefined : counted;
}

/** Lines alone ask what last became of them; a name, where it is from. */
function aspectOf({ question, spans }: Known): Parameters<typeof rankCommits>[1] {
  if (question === undefined)
    return spans.some(({ symbol }) => symbol !== undefined) ? 'introduced' : 'lines';
  const isOfLines =
    question.lines !== undefined && (question.aspect === 'why' || question.aspect === 'which');
  return isOfLines ? 'lines' : question.aspect;
}

async function rowsOf(
  { historyStore }: Services,
  key: HistoryKey,
  of: { readonly lineages: LineageShares; readonly found: readonly CommitRow[] },
): Promise<readonly CommitRow[]> {
  const found = new Map(of.found.map((commit) => [commit.id, commit]));
  const wanted = of.lineages.commits
    .toSorted((a, b) => weightOf(b) - weightOf(a))
    .slice(0, byLines)
    .map(({ commit }) => commit)
    .filter((id) => !found.has(id));
  for (const commit of await historyStore.commits(key, wanted)) found.set(commit.id, commit);
  return [...found.values()];
}

function weightOf({ last, introduced, between, named }: LineageShares['commits'][number]): number {
  return Math.max(last, introduced) + between / 2 + named;
}

function heldBy(commit: CommitRow | undefined, terms: readonly QuestionTerm[]): number {
  if (commit === undefined || terms.length === 0) return 0;
  const held = readQuestion(commit.message).terms;
  const forms = new Set(held.flatMap((term) => term.variants));
  return terms.filter((term) => term.variants.some((variant) => forms.has(variant))).length / terms.length;
}

/** What the history lacks is told where it matters to these lines: where all of them are traced to their beginnings it does not. */
function notesOf(
  { unknown }: LineageShares,
  state: HistoryState,
  spans: readonly RegionSpan[],
): readonly string[] {
  if (!state.isComplete) return historyNotes(state);
  if (spans.length === 0 || unknown < muchUnknown) return [];
  const unknownLines =
    'Where some of these lines come from is not known: they are not committed, or the known history ends before.';
  return [...historyNotes(state), unknownLines];
}
