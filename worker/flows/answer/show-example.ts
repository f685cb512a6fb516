/**
 * Answers a starter question of a repository as an example for new users. It shows only an answer with high confidence in which every claim
 * was found in its sources. The choice is stored for each published snapshot and the answer is cached, so that only the first visitor waits.
 * Nothing is stored if a temporary failure made the answers worse.
 */

import type { AnswerEvent } from '../../core/answers/answer.ts';
import { AppError } from '../../core/errors.ts';
import { isPopular, type Repository } from '../../core/repositories/repository.ts';
import type { Viewer } from '../../core/viewer.ts';
import { readQuestion } from '../../retrieval/question/read-question.ts';
import { embeddedAnswerer } from '../models/choose-models.ts';
import type { Services } from '../services.ts';
import { createWorkQueue } from '../search/work-queue.ts';
import { resolveSnapshot, type ResolvedSnapshot } from '../versions/resolve-snapshot.ts';
import { isCompleteAnswer, takeTurn, type TurnAnswer } from './conversation/take-turn.ts';
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
/** One visitor of an isolate chooses at a time, and the others then read the stored choice. */
const choices = createWorkQueue({ atOnce: 1, leaseMs: 30_000 });
/** By snapshot: when to choose again after a temporary failure. */
const retryAt = new Map<string, number>();
const retryMs = 60_000;

/** Lets the next visit of every repository choose again. */
export function clearExampleRetries(): void {
  retryAt.clear();
}

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

/**
 * Popular repositories first, then the oldest, so that the example stays the same when repositories are added. Those of other users do not
 * count, since anybody could write what the first page then shows to everyone. A publishable key shows its only repository.
 */
async function listCandidates(services: Services, viewer: Viewer): Promise<readonly ResolvedSnapshot[]> {
  const { popular } = services.settings;
  const isShown = (repository: Repository): boolean =>
    repository.owner === viewer.id || viewer.kind === 'publishable' || isPopular(repository, popular);
  const repositories = (await services.catalog.listRepositories(viewer)).filter(
    (repository) =>
      repository.source.kind !== 'live' && repository.access?.lostAt === undefined && isShown(repository),
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
  const resolved = await Promise.all(chosen.map(({ id }) => resolveIfReadable(services, viewer, id)));
  return resolved.filter((candidate) => candidate !== undefined);
}

/** @returns undefined if the repository or its version was removed in the meantime */
async function resolveIfReadable(
  services: Services,
  viewer: Viewer,
  id: string,
): Promise<ResolvedSnapshot | undefined> {
  try {
    return await resolveSnapshot(services, viewer, { id, version: undefined });
  } catch (thrown) {
    if (thrown instanceof AppError) return undefined;
    throw thrown;
  }
}

interface ChosenAnswer {
  readonly question: string;
  readonly answer: TurnAnswer;
  readonly events: readonly AnswerEvent[];
}

interface ExampleRequest {
  readonly resolved: ResolvedSnapshot;
  readonly questions: readonly string[];
}

async function chooseQuestion(
  services: Services,
  viewer: Viewer,
  request: ExampleRequest,
): Promise<ChosenAnswer | undefined> {
  const known = await readChoice(services, viewer, request);
  if (known !== undefined) return known.chosen;
  return choices.run(services.clock, undefined, async () => {
    // Another visitor may have chosen meanwhile.
    const chosenMeanwhile = await readChoice(services, viewer, request);
    return chosenMeanwhile === undefined ? makeChoice(services, viewer, request) : chosenMeanwhile.chosen;
  });
}

/** @returns undefined if a question must be chosen: nothing is stored, or the stored question has no convincing answer any more */
async function readChoice(
  services: Services,
  viewer: Viewer,
  { resolved }: ExampleRequest,
): Promise<{ readonly chosen: ChosenAnswer | undefined } | undefined> {
  const stored = await services.answerCache.read(resolved.key, choiceDigest(services));
  if (stored === undefined) return undefined;
  const [question] = stored.flatMap((event) => (event.type === 'suggestions' ? event.questions : []));
  if (question === undefined) return { chosen: undefined };
  const chosen = await askQuestion(services, viewer, { resolved, question });
  return isConvincing(chosen.events) ? { chosen } : undefined;
}

async function makeChoice(
  services: Services,
  viewer: Viewer,
  { resolved, questions }: ExampleRequest,
): Promise<ChosenAnswer | undefined> {
  const { key, snapshot } = resolved;
  if ((retryAt.get(snapshot.id) ?? 0) > services.clock.now()) return undefined;
  const store = (chosen: readonly string[]): Promise<void> =>
    services.answerCache.write(key, choiceDigest(services), [{ type: 'suggestions', questions: chosen }]);
  let isComplete = true;
  for (const question of questions) {
    const answer = await askQuestion(services, viewer, { resolved, question });
    if (isConvincing(answer.events)) {
      await store([question]);
      return answer;
    }
    isComplete &&= isCompleteAnswer(answer.events);
  }
  // Without questions, nothing was answered, and later there may be some.
  if (isComplete && questions.length > 0) await store([]);
  if (!isComplete) retryAt.set(snapshot.id, services.clock.now() + retryMs);
  return undefined;
}

/** The answer cache stores events, so the choice is stored as one. No question means that no answer was good enough. */
function choiceDigest({ build, settings }: Pick<Services, 'build' | 'settings'>): string {
  return `example ${build} ${JSON.stringify(settings.retrieval)}`;
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
