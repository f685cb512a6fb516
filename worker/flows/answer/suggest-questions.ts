/**
 * Suggests questions for a repository, derived from its structure and cached for each published snapshot. It answers each candidate first as if a
 * user asked it, and drops a candidate whose answer declines, is unsure or has a claim that is not verified.
 */

import { askToNarrow } from '../../answering/compose/decline.ts';
import type { AnswerEvent } from '../../core/answers/answer.ts';
import {
  proposeStarters,
  listStarterTerms,
  type ProposedStarter,
  type StarterGroup,
} from '../../retrieval/question/propose-starters.ts';
import { readQuestionInRepository } from '../search/find-spans/read-question-in-repository.ts';
import type { Services } from '../services.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import { createAnswerSearch } from './answer-search.ts';
import { draftFromGraph } from './graph/draft-from-graph.ts';
import { draftFromFinding } from './passages/draft-from-finding.ts';
import type { Draft } from './passages/draft-from-passages.ts';
import { writeComposedDraft } from './write/write-composed.ts';

export interface Starter {
  readonly question: string;
  /** A few words that name the part of the repository that the question is about. */
  readonly about: string;
}

/** Maximum number of suggestions. */
const maxStarters = 6;
const symbolsPerFile = 2;
/** Number of most-referenced definitions to choose from. */
const maxReferenced = 40;
/** After `searchTimeMs`, this many suggestions are enough. */
const enoughStarters = 4;
const searchTimeMs = 1_200;
/** Paths of documents about earlier changes. */
const historyDocument = /change|history|release|news|migrat/i;

export async function starterQuestions(
  services: Services,
  resolved: ResolvedSnapshot,
): Promise<readonly Starter[]> {
  const digest = `starters ${services.build} ${JSON.stringify(services.settings.retrieval)}`;
  const cached = await services.answerCache.read(resolved.key, digest);
  if (cached !== undefined) return cached.flatMap(fromStoredEvent);
  const failures = new Set<string>();
  const starters = await createStarters(services, resolved, failures);
  // After a temporary failure, a later request may find more.
  if (failures.size === 0 || starters.length >= enoughStarters)
    await services.answerCache.write(resolved.key, digest, starters.map(toStoredEvent));
  return starters;
}

/** @param failures receives what a search could not do */
async function createStarters(
  services: Services,
  resolved: ResolvedSnapshot,
  failures: Set<string>,
): Promise<readonly Starter[]> {
  const startedAt = services.clock.now();
  const { key, snapshot } = resolved;
  const [files, symbols, mostReferenced] = await Promise.all([
    services.chunkStore.listFiles(key),
    services.chunkStore.notableSymbols(key, symbolsPerFile),
    services.graphStore.mostReferenced(key, 'symbols', maxReferenced),
  ]);
  const frequencies = await services.textIndex.documentFrequencies(key, listStarterTerms({ files, symbols }));
  const groups = proposeStarters({
    files,
    symbols,
    mostReferenced,
    frequencies,
    chunks: snapshot.counts.chunks,
  });
  const found: ProposedStarter[] = [];
  const isEnough = (): boolean =>
    found.length === maxStarters ||
    (found.length >= enoughStarters && services.clock.now() - startedAt > searchTimeMs);
  for (const proposals of alternateGroups(groups)) {
    for (const proposal of proposals) {
      if (isEnough()) break;
      if (found.some((other) => isSimilar(other, proposal))) continue;
      const path = await findAnswerPath(services, resolved, { proposal, failures });
      if (path === undefined) continue;
      found.push({ ...proposal, about: proposal.about === '' ? path : proposal.about });
      break;
    }
  }
  return found.map(({ question, about }) => ({ question, about }));
}

/** Interleaves the remaining proposals of the groups. A group gets one round for each suggestion that it may provide. */
function* alternateGroups(groups: readonly StarterGroup[]): Generator<Iterable<ProposedStarter>> {
  const rounds = Math.max(...groups.map(({ count }) => count));
  // Arrays, not generators: a round that stops early must not close a generator that later rounds read.
  const remaining = groups.map(({ proposals }) => [...proposals]);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, { count }] of groups.entries()) if (round < count) yield drain(remaining[index] ?? []);
}

function* drain(proposals: ProposedStarter[]): Generator<ProposedStarter> {
  for (let next = proposals.shift(); next !== undefined; next = proposals.shift()) yield next;
}

/** Whether both are the same question or about the same file. */
function isSimilar(a: ProposedStarter, b: ProposedStarter): boolean {
  return a.question === b.question || (a.path !== undefined && a.path === b.path);
}

/**
 * Answers a proposed question as if a user asked it.
 * @returns the path of its main evidence; undefined unless the answer is sure, uses the expected file, and all its claims are found in their sources
 */
async function findAnswerPath(
  services: Services,
  resolved: ResolvedSnapshot,
  {
    proposal: { question, path },
    failures,
  }: { readonly proposal: ProposedStarter; readonly failures: Set<string> },
): Promise<string | undefined> {
  const draft = await draftSureAnswer(services, resolved, { text: question, failures });
  if (draft?.first === undefined) return undefined;
  const [best] = draft.evidence.values();
  const isDocument = best?.kind === 'docs' && !historyDocument.test(best.path);
  const isFromExpectedFile =
    path === undefined ? isDocument : [...draft.evidence.values()].some((source) => source.path === path);
  return isFromExpectedFile && (await isFound(services, resolved, draft)) ? (path ?? best?.path) : undefined;
}

/** Whether every claim of the draft is found in its sources, and there is one. */
async function isFound(services: Services, resolved: ResolvedSnapshot, draft: Draft): Promise<boolean> {
  let hasClaim = false;
  for await (const event of writeComposedDraft(services, resolved, draft)) {
    if (event.type !== 'claim' || event.claim.state === 'pending') continue;
    if (event.claim.state !== 'verified') return false;
    hasClaim = true;
  }
  return hasClaim;
}

/** Drafts an answer from the graph, else from what a search finds, like the answer of a question. @returns undefined unless the answer is sure */
async function draftSureAnswer(
  services: Services,
  resolved: ResolvedSnapshot,
  { text, failures }: { readonly text: string; readonly failures: Set<string> },
): Promise<Draft | undefined> {
  const { question } = await readQuestionInRepository(services.chunkStore, resolved.key, text);
  const fromGraph = await draftFromGraph(services, resolved, question.graph);
  if (fromGraph !== undefined)
    return 'facts' in fromGraph && fromGraph.confidence === 'high' ? fromGraph : undefined;
  const { count, find } = createAnswerSearch(services, resolved, { topK: undefined });
  const finding = await find(text);
  for (const note of finding.notes) failures.add(note);
  if (finding.assessment.confidence !== 'high' || finding.question.class === 'too-broad') return undefined;
  return draftFromFinding(services, resolved, { finding, count });
}

/** The answer cache stores events, so a suggestion is stored as one. */
function toStoredEvent({ question, about }: Starter): AnswerEvent {
  return { type: 'suggestions', questions: [question, about] };
}

function fromStoredEvent(event: AnswerEvent): readonly Starter[] {
  if (event.type !== 'suggestions') return [];
  const [question, about] = event.questions;
  return question === undefined || about === undefined ? [] : [{ question, about }];
}

/** A broad question about functions, types or other definitions gets suggestions that name a definition first. */
const asksForDefinitions =
  /\b(?:functions?|methods?|class(?:es)?|interfaces?|types?|structs?|components?|symbols?|definitions?|constants?|variables?)\b/i;

/**
 * Suggests narrower questions for a question that a few passages cannot answer.
 * @param question the question that is too broad
 */
export async function* suggestNarrowerQuestions(
  services: Services,
  resolved: ResolvedSnapshot,
  question: string,
): AsyncGenerator<AnswerEvent> {
  const starters = await starterQuestions(services, resolved);
  const namesFirst = asksForDefinitions.test(question);
  const questions = starters
    .map((starter) => starter.question)
    .toSorted((a, b) => (namesFirst ? Number(b.includes('`')) - Number(a.includes('`')) : 0));
  yield { type: 'sources', evidence: [] };
  yield { type: 'text', delta: askToNarrow(questions) };
  if (questions.length > 0) yield { type: 'suggestions', questions };
}
