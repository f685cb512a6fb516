/**
 * Suggests questions for a repository, derived from its structure and cached for each published snapshot. It answers each candidate first,
 * and drops a candidate whose answer declines, is unsure or has no verified claim.
 */

import { createClaimReader } from '../../answering/claim-text/read-claims.ts';
import { decideClaim } from '../../answering/claims/decide-claim.ts';
import { askToNarrow } from '../../answering/compose/decline.ts';
import type { AnswerEvent } from '../../core/answers/answer.ts';
import {
  proposeStarters,
  listStarterTerms,
  type ProposedStarter,
  type StarterGroup,
} from '../../retrieval/question/propose-starters.ts';
import { readQuestionInRepository } from '../search/find-spans/read-question-in-repository.ts';
import { retrieve } from '../search/find-spans/retrieve.ts';
import { noFilters } from '../search/search-filters.ts';
import type { Services } from '../services.ts';
import type { ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import { draftFromGraph, type GraphDraft } from './graph/draft-from-graph.ts';
import { draftFromPassages, type Draft } from './passages/draft-from-passages.ts';

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
const searchTimeMs = 600;
const passageCount = 3;
/** Paths of documents about earlier changes. */
const historyDocument = /change|history|release|news|migrat/i;

export async function starterQuestions(
  services: Services,
  resolved: ResolvedSnapshot,
): Promise<readonly Starter[]> {
  const digest = `starters ${services.build} ${JSON.stringify(services.settings.retrieval)}`;
  const cached = await services.answerCache.read(resolved.key, digest);
  if (cached !== undefined) return cached.flatMap(fromStoredEvent);
  const starters = await createStarters(services, resolved);
  await services.answerCache.write(resolved.key, digest, starters.map(toStoredEvent));
  return starters;
}

async function createStarters(services: Services, resolved: ResolvedSnapshot): Promise<readonly Starter[]> {
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
      const path = await findAnswerPath(services, resolved, proposal);
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
 * Answers a proposed question.
 * @returns the path of its main evidence; undefined unless the answer is sure, cites the expected file, and its first claim is verified
 */
async function findAnswerPath(
  services: Services,
  resolved: ResolvedSnapshot,
  { question, path }: ProposedStarter,
): Promise<string | undefined> {
  const draft = await draftSureAnswer(services, resolved, question);
  if (draft?.first === undefined) return undefined;
  const { first, evidence } = draft;
  const [best] = evidence.values();
  const isDocument = best?.kind === 'docs' && !historyDocument.test(best.path);
  const isFromExpectedFile =
    path === undefined ? isDocument : [...evidence.values()].some((source) => source.path === path);
  const reader = createClaimReader();
  const [claim] = [...reader.add(first), ...reader.end()];
  const isVerified = claim !== undefined && decideClaim(claim, evidence, draft.facts).state === 'verified';
  return isVerified && isFromExpectedFile ? (path ?? best?.path) : undefined;
}

/** Drafts an answer from the graph, else from passages. @returns undefined unless the answer is sure */
async function draftSureAnswer(
  services: Services,
  resolved: ResolvedSnapshot,
  text: string,
): Promise<(Draft & Pick<Partial<GraphDraft>, 'facts'>) | undefined> {
  const { question } = await readQuestionInRepository(services.chunkStore, resolved.key, text);
  const fromGraph = await draftFromGraph(services, resolved, question.graph);
  if (fromGraph !== undefined)
    return 'facts' in fromGraph && fromGraph.confidence === 'high' ? fromGraph : undefined;
  const finding = await retrieve(services, resolved, { text, filters: noFilters, count: passageCount });
  if (finding.assessment.confidence !== 'high' || finding.question.class === 'too-broad') return undefined;
  return draftFromPassages(services, resolved, { finding, count: passageCount });
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
