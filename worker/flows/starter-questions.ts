/**
 * Questions to begin with, made from a repository's structure and kept for each published state of it. None is offered that the
 * product would not answer: each is asked when they are made, and those declined, unsure or without a verified claim are dropped.
 */

import { checkClaim } from '../answering/check-claim.ts';
import { createClaimReader } from '../answering/read-claims.ts';
import type { AnswerEvent } from '../core/answer.ts';
import {
  proposeStarters,
  termsForStarters,
  type ProposedStarter,
  type StarterSort,
} from '../retrieval/propose-starters.ts';
import { answerFromGraph, type GraphDraft } from './answer-from-graph.ts';
import { draftAnswer, type Draft } from './draft-answer.ts';
import { readQuestionOf } from './read-question-of.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import { retrieve } from './retrieve.ts';
import { noFilters } from './search/search-filters.ts';
import type { Services } from './services.ts';

export interface Starter {
  readonly question: string;
  /** What of the repository it was made from, in a few words. */
  readonly about: string;
}

/** Questions offered. */
const mostStarters = 6;
const symbolsPerFile = 2;
/** Of the definitions most referred to, those asked about are chosen. */
const referredLookedAt = 40;
/** Once there are so many, no further one is tried after `triedForMs`. */
const fewestStarters = 4;
const triedForMs = 600;
const passages = 3;
/** Documents that tell what was once done. */
const history = /change|history|release|news|migrat/i;

export async function starterQuestions(
  services: Services,
  resolved: ResolvedSnapshot,
): Promise<readonly Starter[]> {
  const digest = `starters ${services.build} ${JSON.stringify(services.settings.retrieval)}`;
  const kept = await services.answerCache.read(resolved.key, digest);
  if (kept !== undefined) return kept.flatMap(toStarter);
  const made = await makeStarters(services, resolved);
  await services.answerCache.write(resolved.key, digest, made.map(toEvent));
  return made;
}

async function makeStarters(services: Services, resolved: ResolvedSnapshot): Promise<readonly Starter[]> {
  const startedAt = services.clock.now();
  const { key, snapshot } = resolved;
  const [files, symbols, referred] = await Promise.all([
    services.chunkStore.listFiles(key),
    services.chunkStore.notableSymbols(key, symbolsPerFile),
    services.graphStore.mostReferred(key, 'symbols', referredLookedAt),
  ]);
  const frequencies = await services.textIndex.documentFrequencies(key, termsForStarters({ files, symbols }));
  const sorts = proposeStarters({ files, symbols, referred, frequencies, chunks: snapshot.counts.chunks });
  const found: ProposedStarter[] = [];
  const isEnough = (): boolean =>
    found.length === mostStarters ||
    (found.length >= fewestStarters && services.clock.now() - startedAt > triedForMs);
  for (const proposals of inRounds(sorts)) {
    for (const proposal of proposals) {
      if (isEnough()) break;
      if (found.some((other) => isAlike(other, proposal))) continue;
      const path = await restsOn(services, resolved, proposal);
      if (path === undefined) continue;
      found.push({ ...proposal, about: proposal.about === '' ? path : proposal.about });
      break;
    }
  }
  return found.map(({ question, about }) => ({ question, about }));
}

/** One of each sort in turn, until of each there are as many as are wanted: what is left of its proposals each time. */
function* inRounds(sorts: readonly StarterSort[]): Generator<Iterable<ProposedStarter>> {
  const most = Math.max(...sorts.map(({ wanted }) => wanted));
  // Shared by the rounds, and so not closed by one that stops early.
  const left = sorts.map(({ proposals }) => [...proposals]);
  for (let round = 0; round < most; round += 1)
    for (const [index, { wanted }] of sorts.entries()) if (round < wanted) yield drained(left[index] ?? []);
}

function* drained(proposals: ProposedStarter[]): Generator<ProposedStarter> {
  for (let next = proposals.shift(); next !== undefined; next = proposals.shift()) yield next;
}

/** The same question, or one more about the same file. */
function isAlike(a: ProposedStarter, b: ProposedStarter): boolean {
  return a.question === b.question || (a.path !== undefined && a.path === b.path);
}

/** @returns the first file its answer rests on; undefined unless that is sure, from where it should be, and its first claim holds. */
async function restsOn(
  services: Services,
  resolved: ResolvedSnapshot,
  { question, path }: ProposedStarter,
): Promise<string | undefined> {
  const draft = await sureDraft(services, resolved, question);
  if (draft?.first === undefined) return undefined;
  const { first, evidence } = draft;
  const [best] = evidence.values();
  const isDocument = best?.kind === 'docs' && !history.test(best.path);
  const isWhereItShould =
    path === undefined ? isDocument : [...evidence.values()].some((one) => one.path === path);
  const reader = createClaimReader();
  const [claim] = [...reader.add(first), ...reader.end()];
  const holds = claim !== undefined && checkClaim(claim, evidence, draft.facts).state === 'verified';
  return holds && isWhereItShould ? (path ?? best?.path) : undefined;
}

/** From the graph where that has the answer, else from passages; undefined where it is not sure. */
async function sureDraft(
  services: Services,
  resolved: ResolvedSnapshot,
  text: string,
): Promise<(Draft & Pick<Partial<GraphDraft>, 'facts'>) | undefined> {
  const { question } = await readQuestionOf(services.chunkStore, resolved.key, text);
  const fromGraph = await answerFromGraph(services, resolved, question.graph);
  if (fromGraph !== undefined)
    return 'facts' in fromGraph && fromGraph.confidence === 'high' ? fromGraph : undefined;
  const finding = await retrieve(services, resolved, { text, filters: noFilters, count: passages });
  if (finding.judgement.confidence !== 'high' || finding.question.class === 'too-broad') return undefined;
  return draftAnswer(services, resolved, { finding, count: passages });
}

/** Kept as the cache keeps answers: what would suggest the question, and what it is about. */
function toEvent({ question, about }: Starter): AnswerEvent {
  return { type: 'suggestions', questions: [question, about] };
}

function toStarter(event: AnswerEvent): readonly Starter[] {
  if (event.type !== 'suggestions') return [];
  const [question, about] = event.questions;
  return question === undefined || about === undefined ? [] : [{ question, about }];
}
