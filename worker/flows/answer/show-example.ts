/**
 * Answers a starter question of a repository as an example for new users. It shows only an answer with high confidence in which every claim
 * was found in its sources. The choice is stored for each published snapshot and the answer is cached, so a visit costs three reads.
 */

import type { AnswerEvent } from '../../core/answers/answer.ts';
import { isPopular, type Repository } from '../../core/repositories/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import { readQuestion } from '../../retrieval/question/read-question.ts';
import { embeddedAnswerer } from '../models/choose-models.ts';
import type { Services } from '../services.ts';
import { resolveSnapshot, type ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import { takeTurn, type TurnAnswer } from './conversation/take-turn.ts';
import { starterQuestions } from './suggest-questions.ts';

export interface Example {
  readonly repository: Repository;
  readonly question: string;
  /** The other starter questions of the repository. */
  readonly otherQuestions: readonly string[];
  readonly answer: Pick<TurnAnswer, 'snapshotId' | 'cached'>;
  readonly events: readonly AnswerEvent[];
}

/** Each repository without an example costs up to six answers once. */
const maxRepositories = 3;
const maxOtherQuestions = 3;

/** @returns undefined if no repository has an answer that is good enough */
export async function showExample(services: Services, viewer: Viewer): Promise<Example | undefined> {
  for (const resolved of await listCandidates(services, viewer)) {
    const starters = await starterQuestions(services, resolved);
    const questions = starters.map(({ question }) => question).toSorted(compareQuestions);
    const choice = await chooseQuestion(services, viewer, { resolved, questions });
    if (choice === undefined) continue;
    const { question, answer, events } = choice;
    const otherQuestions = questions.filter((other) => other !== question).slice(0, maxOtherQuestions);
    return { repository: resolved.repository, question, otherQuestions, answer, events };
  }
  return undefined;
}

/** Popular repositories first, then the oldest, so that the example stays the same when repositories are added. */
async function listCandidates(services: Services, viewer: Viewer): Promise<readonly ResolvedSnapshot[]> {
  const { popular } = services.settings;
  const repositories = (await services.catalog.listRepositories(viewer)).filter(
    ({ source, access }) => source.kind !== 'live' && access?.lostAt === undefined,
  );
  const snapshots = await services.catalog.listSnapshots(repositories.map(({ id }) => id));
  const readyIds = new Set(
    snapshots.filter(({ generation }) => generation > 0).map(({ repositoryId }) => repositoryId),
  );
  const rank = (repository: Repository): number => (isPopular(repository, popular) ? 0 : 1);
  const chosen = repositories
    .filter(({ id }) => readyIds.has(id))
    .toSorted((a, b) => rank(a) - rank(b) || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
    .slice(0, maxRepositories);
  return Promise.all(chosen.map(({ id }) => resolveSnapshot(services, viewer, { id, version: undefined })));
}

interface ChosenAnswer {
  readonly question: string;
  readonly answer: TurnAnswer;
  readonly events: readonly AnswerEvent[];
}

async function chooseQuestion(
  services: Services,
  viewer: Viewer,
  { resolved, questions }: { readonly resolved: ResolvedSnapshot; readonly questions: readonly string[] },
): Promise<ChosenAnswer | undefined> {
  const digest = `example ${services.build} ${JSON.stringify(services.settings.retrieval)}`;
  const stored = readChoice(await services.answerCache.read(resolved.key, digest));
  for (const question of stored ?? questions) {
    const chosen = await askQuestion(services, viewer, { resolved, question });
    if (!isConvincing(chosen.events)) continue;
    if (stored === undefined) await services.answerCache.write(resolved.key, digest, [toChoice([question])]);
    return chosen;
  }
  if (stored === undefined) await services.answerCache.write(resolved.key, digest, [toChoice([])]);
  return undefined;
}

/** The composer answers, because a visit must not cost a call of a model. */
async function askQuestion(
  services: Services,
  viewer: Viewer,
  { resolved, question }: { readonly resolved: ResolvedSnapshot; readonly question: string },
): Promise<ChosenAnswer> {
  const answer = await takeTurn(services, {
    viewer,
    repositoryId: resolved.repository.id,
    version: resolved.snapshot.id,
    question,
    topK: undefined,
    writing: { model: embeddedAnswerer, temperature: undefined, maxOutputTokens: undefined, judge: false },
    fresh: false,
    earlier: [],
  });
  const events: AnswerEvent[] = [];
  for await (const event of answer.events) events.push(event);
  await answer.store(events);
  return { question, answer, events };
}

/** The answer is complete and sure, every claim was found in its sources, and some of these are lines of files. A card only repeats the text. */
function isConvincing(events: readonly AnswerEvent[]): boolean {
  const end = events.find((event) => event.type === 'end');
  if (end === undefined || end.verdict.refused || end.verdict.confidence !== 'high') return false;
  if (events.some(({ type }) => type === 'declined')) return false;
  const states = new Map(
    events.flatMap((event) => (event.type === 'claim' ? [[event.claim.id, event.claim.state] as const] : [])),
  );
  return (
    states.size > 0 &&
    [...states.values()].every((state) => state === 'verified') &&
    events.some(
      (event) =>
        event.type === 'sources' && event.evidence.some(({ kind }) => kind === 'code' || kind === 'docs'),
    )
  );
}

/** Questions for the graph come first, because their answers are complete: they count and list what was found. The sort is stable. */
function compareQuestions(a: string, b: string): number {
  return Number(readQuestion(b).graph !== undefined) - Number(readQuestion(a).graph !== undefined);
}

/** The answer cache stores events, so the choice is stored as one. No question means that no answer was good enough. */
function toChoice(questions: readonly string[]): AnswerEvent {
  return { type: 'suggestions', questions };
}

function readChoice(events: readonly AnswerEvent[] | undefined): readonly string[] | undefined {
  return events?.flatMap((event) => (event.type === 'suggestions' ? event.questions : []));
}
