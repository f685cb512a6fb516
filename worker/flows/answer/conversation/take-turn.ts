/**
 * Takes a turn of a conversation: rewrites a follow-up so that it needs no earlier turn, then answers it from the cache or with a new
 * search. All conversations share the cache, so only questions that use nothing from earlier turns use it.
 */

import type { AnswerEvent } from '../../../core/answers/answer.ts';
import type { EarlierTurn, WritingOptions } from '../../../core/answers/conversation.ts';
import type { AttachedFile } from '../../../core/answers/evidence.ts';
import { formatModelName } from '../../../core/answers/generation.ts';
import type { RerankerChoice } from '../../../core/answers/question.ts';
import type { Repository } from '../../../core/repositories/repository.ts';
import { sha256 } from '../../../core/text/hash.ts';
import type { Viewer } from '../../../core/viewer.ts';
import { dropGreeting } from '../../../retrieval/question/drop-greeting.ts';
import { withMeteredModels } from '../../limits/meter-model-calls.ts';
import { chooseJudge, chooseModels } from '../../models/choose-models.ts';
import type { Writer } from '../../models/generation.ts';
import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import { answerQuestion } from '../answer-question.ts';
import { resolveQuestionVersion, type QuestionVersion } from '../versions/resolve-question-version.ts';
import { reuseAnswer, removeTurnData } from './reuse-answer.ts';

export interface TurnRequest {
  readonly viewer: Viewer;
  readonly repositoryId: string;
  readonly version: string | undefined;
  readonly question: string;
  readonly topK: number | undefined;
  readonly expandGraph?: boolean | undefined;
  /** Undefined means the default of the deployment. */
  readonly reranker?: RerankerChoice | undefined;
  /** Undefined means the default model of the deployment. */
  readonly writing?: WritingOptions;
  readonly files?: readonly AttachedFile[];
  /** The user's own key for the model provider; never stored or emitted. */
  readonly modelKey?: string | undefined;
  /** Aborted when the turn is stopped. */
  readonly signal?: AbortSignal;
  /** Skips the cache and answers again. */
  readonly fresh: boolean;
  /** Earlier turns, oldest first. */
  readonly earlier: readonly EarlierTurn[];
}

export interface TurnAnswer {
  readonly snapshotId: string;
  readonly repository: Repository;
  readonly cached: boolean;
  /** The rewritten question without the words that name a version. */
  readonly text: string;
  /** The named version that follow-up questions use too. */
  readonly followUpVersion: string | undefined;
  /** Identifies the answer: equal for the same question on the same snapshot with the same settings. */
  readonly digest: string;
  /** All events at once for a cached answer. */
  readonly events: AsyncIterable<AnswerEvent> | readonly AnswerEvent[];
  /** Stores the complete answer in the shared cache. Call it after the stream ends. */
  readonly store: (events: readonly AnswerEvent[]) => Promise<void>;
}

/** Reads recent answers from memory. */
type RecentAnswers = (digest: string) => readonly AnswerEvent[] | undefined;

/** @throws what `resolveSnapshot` throws */
export async function takeTurn(
  unmetered: Services,
  request: TurnRequest,
  recent: RecentAnswers = () => undefined,
): Promise<TurnAnswer> {
  const services = withMeteredModels(unmetered, request.viewer);
  const startedAt = services.clock.now();
  const { question, earlier, repositoryId: id, version } = request;
  const writer = chooseWriter(services, request);
  const read = await resolveQuestionVersion(services, request.viewer, {
    id,
    version,
    question: dropGreeting(question, { isFollowUp: earlier.length > 0 }),
    earlier,
  });
  const { resolved, followUp, text, isNamed, since, missing, followUpVersion } = read;
  const digest = await digestTurn(services, request, read, writer);
  const { repository, snapshot } = resolved;
  const base = { snapshotId: snapshot.id, repository, text: followUp.text, followUpVersion, digest };
  const cache = isShareable(writer) && followUp.carried.length === 0 ? services.answerCache : undefined;
  const cached = request.fresh
    ? undefined
    : (dropIncomplete(recent(digest)) ?? (await cache?.read(resolved.key, digest)));
  const answerInput = {
    question,
    followUp: { ...followUp, text },
    earlier: earlier.map((turn) => turn.question),
    startedAt,
    version: isNamed ? resolved : undefined,
    since,
    missing,
  };
  if (cached !== undefined) {
    return {
      ...base,
      cached: true,
      events: await reuseAnswer(services, resolved, cached, answerInput),
      store: storeNothing,
    };
  }
  const events = answerQuestion(services, resolved, {
    ...answerInput,
    topK: request.topK,
    expandGraph: request.expandGraph ?? false,
    reranker: request.reranker,
    writer,
  });
  const store = (events: readonly AnswerEvent[]) =>
    cache === undefined || !isCompleteAnswer(events)
      ? storeNothing()
      : cache.write(resolved.key, digest, removeTurnData(events));
  return { ...base, cached: false, events, store };
}

async function digestTurn(
  services: Services,
  request: TurnRequest,
  { resolved, followUp, text, isNamed, since, missing }: QuestionVersion,
  writer: Writer,
): Promise<string> {
  const { models, temperature, maxOutputTokens } = writer;
  const { promptTokens } = services.generation;
  return digestQuestion(services, resolved, {
    text: text.trim(),
    version: [isNamed, since?.key ?? null, missing ?? null, followUp.displayText ?? null],
    topK: request.topK ?? null,
    expandGraph: request.expandGraph ?? false,
    reranker: request.reranker ?? null,
    writing:
      models.length === 0 ? null : [models.map(formatModelName), temperature, maxOutputTokens, promptTokens],
    wording: [writer.style ?? null, writer.language ?? null, writer.prefer ?? null],
    helped: describeHelp(services, request, writer),
    judge: writer.judge === undefined ? null : formatModelName(writer.judge.model),
    files: await Promise.all(writer.files.map(async (file) => [file.name, await sha256(file.text)])),
  });
}

/** An answer paid for with the user's own key, or that quotes their files, is reused in their own conversation only. */
function isShareable({ models, key, files }: Writer): boolean {
  return files.length === 0 && (key === undefined || models.length === 0);
}

/** @throws AppError `model_not_offered` */
function chooseWriter({ generation }: Pick<Services, 'generation'>, request: TurnRequest): Writer {
  const { writing, modelKey, signal, files = [] } = request;
  // A public deployment pays for no more than its configured output.
  const maxTokens = generation.offersAll || modelKey !== undefined ? Infinity : generation.outputTokens;
  const models = chooseModels(generation, writing?.model, modelKey !== undefined);
  return {
    models,
    temperature: writing?.temperature,
    maxOutputTokens: Math.min(writing?.maxOutputTokens ?? generation.outputTokens, maxTokens),
    key: modelKey,
    signal: signal ?? new AbortController().signal,
    files,
    needsModel: writing?.needsModel,
    style: writing?.style,
    prefer: writing?.prefer,
    language: writing?.language,
    judge: chooseJudge(generation.claimJudge, models[0], { judge: writing?.judge, key: modelKey }),
  };
}

function describeHelp(
  { settings: { retrieval }, generation }: Pick<Services, 'settings' | 'generation'>,
  { reranker, earlier }: TurnRequest,
  { models }: Writer,
): readonly unknown[] | null {
  const { planner, fileSelection, modelReranks } = retrieval;
  const isPlanned = planner === 'model';
  if (!isPlanned && fileSelection !== 'model' && !modelReranks && reranker !== 'model') return null;
  const helping = models.length > 0 ? models : generation.models;
  return [helping.map(formatModelName), isPlanned ? earlier.map(({ question }) => question) : []];
}

const storeNothing = (): Promise<void> => Promise.resolve();

/** Drops an incomplete answer, since a later attempt may be complete. An answer that ends at the requested length is complete. */
function dropIncomplete(events: readonly AnswerEvent[] | undefined): readonly AnswerEvent[] | undefined {
  return events === undefined || !isCompleteAnswer(events) ? undefined : events;
}

/** False if something failed that may work later, such as a model. */
export function isCompleteAnswer(events: readonly AnswerEvent[]): boolean {
  return !events.some(isIncomplete);
}

function isIncomplete(event: AnswerEvent): boolean {
  if (event.type === 'question') return event.isLesser;
  if (event.type !== 'generation') return false;
  if (event.generation.judging?.note !== undefined) return true;
  if (event.degraded === undefined) return false;
  const { model, isCutOff, attempts } = event.generation;
  return model === undefined || isCutOff || attempts.some(({ outcome }) => outcome !== 'answered');
}

/** Hashes everything that an answer depends on. */
function digestQuestion(
  { settings, build, dense, reranker }: Pick<Services, 'settings' | 'build' | 'dense' | 'reranker'>,
  { key }: ResolvedSnapshot,
  question: {
    readonly text: string;
    /** Whether the question names a version, the version to compare with, and a missing one. */
    readonly version: readonly unknown[];
    readonly topK: number | null;
    readonly expandGraph: boolean;
    readonly reranker: RerankerChoice | null;
    /** The models that write the answer, with their settings. */
    readonly writing: readonly unknown[] | null;
    /** The style and the language of the answer, and what it quotes first. */
    readonly wording: readonly unknown[];
    /** The models that help to search, and the earlier questions that they see. */
    readonly helped: readonly unknown[] | null;
    /** The model that judges the claims. */
    readonly judge: string | null;
    readonly files: readonly unknown[];
  },
): Promise<string> {
  const space = dense?.embedder.space.name ?? null;
  return sha256(
    JSON.stringify([build, settings.retrieval, settings.tags, space, reranker?.model ?? null, key, question]),
  );
}
