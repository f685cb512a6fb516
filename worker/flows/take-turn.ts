/**
 * A turn of a conversation: rewrites a follow-up to stand alone, then answers it from the cache or anew. The cache is shared by all
 * conversations, so only a question that takes nothing from the turns before it reads from it or is written to it.
 */

import type { AnswerEvent } from '../core/answer.ts';
import type { AttachedFile } from '../core/attachment.ts';
import type { EarlierTurn, Writing } from '../core/conversation.ts';
import { sha256 } from '../core/hash.ts';
import type { RerankerChoice } from '../core/question.ts';
import type { Viewer } from '../core/viewer.ts';
import { modelId } from '../core/generation.ts';
import { answerQuestion } from './answer-question.ts';
import { chooseModels } from './generation/choose-models.ts';
import type { Writer } from './generation/writer.ts';
import { readVersion, type VersionAsked } from './read-version.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import { reuseAnswer, withoutTurn } from './reuse-answer.ts';
import type { Services } from './services.ts';

export interface AskedTurn {
  readonly viewer: Viewer;
  readonly repositoryId: string;
  readonly version: string | undefined;
  readonly question: string;
  readonly topK: number | undefined;
  readonly expandGraph?: boolean | undefined;
  /** As the deployment has it where this is undefined. */
  readonly reranker?: RerankerChoice | undefined;
  /** Undefined, nothing is said of it: whoever answers usually does. */
  readonly writing?: Writing;
  readonly files?: readonly AttachedFile[];
  /** Of the asker, for the vendor of the model; neither kept nor told. */
  readonly modelKey?: string | undefined;
  /** Aborted when the turn is stopped. */
  readonly signal?: AbortSignal;
  /** Not from the cache. */
  readonly fresh: boolean;
  /** The turns before it, oldest first. */
  readonly earlier: readonly EarlierTurn[];
}

export interface TakenTurn {
  readonly snapshotId: string;
  readonly cached: boolean;
  /** The question, standing on its own, a version it is asked of left out. */
  readonly text: string;
  /** The version its words or those before it name, which the questions after it keep to. */
  readonly keeps: string | undefined;
  /** What tells this answer from any other: the same question of the same state of the index has the same. */
  readonly digest: string;
  /** Whole when it is cached. */
  readonly events: AsyncIterable<AnswerEvent> | readonly AnswerEvent[];
  /** Keeps the whole answer for whoever asks the same; to be called once it has been told. */
  readonly keep: (events: readonly AnswerEvent[]) => Promise<void>;
}

/** Answers that need no call to be read. */
type NearCache = (digest: string) => readonly AnswerEvent[] | undefined;

/** @throws what `resolveSnapshot` throws */
export async function takeTurn(
  services: Services,
  asked: AskedTurn,
  near: NearCache = () => undefined,
): Promise<TakenTurn> {
  const startedAt = services.clock.now();
  const { question, earlier } = asked;
  const writer = writerOf(services, asked);
  const wanted = { id: asked.repositoryId, version: asked.version, question, earlier };
  const read = await readVersion(services, asked.viewer, wanted);
  const { resolved, followUp, text, isNamed, since, missing, keeps } = read;
  const digest = await digestOfTurn(services, asked, read, writer);
  const taken = { snapshotId: resolved.snapshot.id, text: followUp.text, keeps, digest };
  const cache = isShared(writer) && followUp.carried.length === 0 ? services.answerCache : undefined;
  const known = asked.fresh
    ? undefined
    : (unlessLesser(near(digest)) ?? (await cache?.read(resolved.key, digest)));
  const own = {
    question,
    followUp: { ...followUp, text },
    earlier: earlier.map((turn) => turn.question),
    startedAt,
    version: isNamed ? resolved : undefined,
    since,
    missing,
  };
  if (known !== undefined) {
    return {
      ...taken,
      cached: true,
      events: await reuseAnswer(services, resolved, known, own),
      keep: alreadyKept,
    };
  }
  const answered = answerQuestion(services, resolved, {
    ...own,
    topK: asked.topK,
    expandGraph: asked.expandGraph ?? true,
    reranker: asked.reranker,
    writer,
  });
  const keep = (events: readonly AnswerEvent[]) =>
    cache === undefined || events.some(isLesser)
      ? alreadyKept()
      : cache.write(resolved.key, digest, withoutTurn(events));
  return { ...taken, cached: false, events: answered, keep };
}

async function digestOfTurn(
  services: Services,
  asked: AskedTurn,
  { resolved, followUp, text, isNamed, since, missing }: VersionAsked,
  writer: Writer,
): Promise<string> {
  const { models, temperature, maxOutputTokens } = writer;
  const { promptTokens } = services.generation;
  return digestOf(services, resolved, {
    text: text.trim(),
    version: [isNamed, since?.key ?? null, missing ?? null, followUp.told ?? null],
    topK: asked.topK ?? null,
    expandGraph: asked.expandGraph ?? true,
    reranker: asked.reranker ?? null,
    writing: models.length === 0 ? null : [models.map(modelId), temperature, maxOutputTokens, promptTokens],
    helped: helpedBy(services, asked, writer),
    files: await Promise.all(writer.files.map(async (file) => [file.name, await sha256(file.text)])),
  });
}

/** An answer paid for with the user's own key, or that quotes their files, is reused in their own conversation only. */
function isShared({ models, key, files }: Writer): boolean {
  return files.length === 0 && (key === undefined || models.length === 0);
}

/** @throws AppError `model_not_offered` */
function writerOf({ generation }: Pick<Services, 'generation'>, asked: AskedTurn): Writer {
  const { writing, modelKey, signal, files = [] } = asked;
  // Where strangers ask, the deployment pays for no more than it said it would.
  const longest = generation.offersAll || modelKey !== undefined ? Infinity : generation.outputTokens;
  return {
    models: chooseModels(generation, writing?.model, modelKey !== undefined),
    temperature: writing?.temperature,
    maxOutputTokens: Math.min(writing?.maxOutputTokens ?? generation.outputTokens, longest),
    key: modelKey,
    signal: signal ?? new AbortController().signal,
    files,
  };
}

function helpedBy(
  { settings: { retrieval }, generation }: Pick<Services, 'settings' | 'generation'>,
  { reranker, earlier }: AskedTurn,
  { models }: Writer,
): readonly unknown[] | null {
  const { planner, fileSelection, modelReranks } = retrieval;
  const isPlanned = planner === 'model';
  if (!isPlanned && fileSelection !== 'model' && !modelReranks && reranker !== 'model') return null;
  const helping = models.length > 0 ? models : generation.models;
  return [helping.map(modelId), isPlanned ? earlier.map(({ question }) => question) : []];
}

const alreadyKept = (): Promise<void> => Promise.resolve();

/** An answer for which something could not be done is told once: another time it may be. One that is as long as was asked is whole. */
function unlessLesser(events: readonly AnswerEvent[] | undefined): readonly AnswerEvent[] | undefined {
  return events?.some(isLesser) === true ? undefined : events;
}

function isLesser(event: AnswerEvent): boolean {
  if (event.type === 'question') return event.isLesser;
  if (event.type !== 'generation' || event.degraded === undefined) return false;
  const { model, isCutOff, attempts } = event.generation;
  return model === undefined || isCutOff || attempts.some(({ outcome }) => outcome !== 'answered');
}

/** Everything an answer depends on. */
function digestOf(
  { settings, build, dense, reranker }: Pick<Services, 'settings' | 'build' | 'dense' | 'reranker'>,
  { key }: ResolvedSnapshot,
  question: {
    readonly text: string;
    /** Whether its words name a version, the one it is compared with, and one that is not there. */
    readonly version: readonly unknown[];
    readonly topK: number | null;
    readonly expandGraph: boolean;
    readonly reranker: RerankerChoice | null;
    /** Who writes it, with what. */
    readonly writing: readonly unknown[] | null;
    /** Which models have a say in what is found, and what they are told besides. */
    readonly helped: readonly unknown[] | null;
    readonly files: readonly unknown[];
  },
): Promise<string> {
  const space = dense?.embedder.space.name ?? null;
  return sha256(
    JSON.stringify([build, settings.retrieval, settings.tags, space, reranker?.model ?? null, key, question]),
  );
}
