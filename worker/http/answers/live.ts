/** Routes of live questions. They fetch files and report each step, then answer like the other routes. */

import type { Context as HonoContext } from 'hono';
import type { AnswerRequest } from '../../contract/answers/schema.ts';
import { liveAnswersRoute, liveSearchRoute } from '../../contract/live/routes.ts';
import type {
  LiveAnswer,
  LiveFacts,
  LiveStep as WireStep,
  LiveStreamPart,
} from '../../contract/live/schema.ts';
import type { NewTurn } from '../../core/answers/conversation.ts';
import { startTurn } from '../../flows/answer/conversation/start-turn.ts';
import { liveFacts } from '../../flows/live/live-facts.ts';
import {
  resolveLiveSource,
  type LiveTarget,
  type LiveRequest,
  readEarlierTurns,
} from '../../flows/live/resolve-live-source.ts';
import { runLiveLook, type LiveQuestion } from '../../flows/live/run-live-look.ts';
import type { LiveLook, LiveStep } from '../../flows/live/run-live-round.ts';
import { noFilters } from '../../flows/search/search-filters.ts';
import { searchSnapshot } from '../../flows/search/search-snapshot.ts';
import { collectAnswer } from './answer-parts.ts';
import type { App, Context } from '../context.ts';
import { prefersJson, readTurnSecrets, readAnswerOptions } from './answer-request.ts';
import { searchToWire } from '../search.ts';
import { limitQuestion, type LimitedQuestion } from '../request/guard-limits.ts';
import { numberParts, streamParts } from './stream-turn.ts';

export function bindLive(app: App): void {
  app.openapi(liveAnswersRoute, async (context) => {
    const { source, ref, subdirectory, ...body } = context.req.valid('json');
    const question = { source: { source, ref, subdirectory }, body };
    if (!prefersJson(context.req.header('accept'))) return streamLive(context, question);
    return context.json(await answerLive(context, question), 200);
  });

  app.openapi(liveSearchRoute, async (context) => {
    const startedAt = Date.now();
    const { source, ref, subdirectory, query, topK } = context.req.valid('json');
    const [services, viewer] = [context.get('services'), context.get('viewer')];
    const found = await resolveLiveSource(services, viewer, { source, ref, subdirectory });
    const { look, steps } = await collectLook(context, found, { question: query, earlier: [] });
    const { repository, snapshot } = look.resolved;
    const outcome = await searchSnapshot(services, viewer, {
      id: repository.id,
      version: snapshot.id,
      query,
      topK,
      filters: noFilters,
      expandGraph: false,
      ranking: {},
      modalityQuery: undefined,
    });
    const totalMs = Date.now() - startedAt;
    const wire = searchToWire(outcome, { explains: false, totalMs });
    return context.json({ ...wire, live: { ...factsToWire(found, look), steps } }, 200);
  });
}

interface LiveAnswerOptions {
  readonly source: LiveRequest;
  readonly body: Pick<AnswerRequest, 'question' | 'conversationId' | 'retry' | 'options' | 'model' | 'files'>;
}

type LiveContext = HonoContext<Context>;

/** @throws AppError the errors of `resolveLiveSource`, `runLiveLook` and a turn */
export async function answerLive(
  context: LiveContext,
  { source, body }: LiveAnswerOptions,
): Promise<LiveAnswer> {
  const limited = await limitQuestion(context, body.model);
  const { found, look, steps } = await limited.prepare(async () => {
    const { found: target, question } = await prepareLive(context, { source, body });
    return { found: target, ...(await collectLook(context, target, question)) };
  });
  const { conversationId, events } = await startLiveTurn(context, limited, { look, body });
  const answer = await collectAnswer(conversationId, events);
  return { ...answer, live: { ...factsToWire(found, look), steps } };
}

/** Errors in the request are thrown before the stream begins; later errors are part of the stream. */
export async function streamLive(
  context: LiveContext,
  { source, body }: LiveAnswerOptions,
): Promise<Response> {
  const limited = await limitQuestion(context, body.model);
  const { found, question } = await limited.prepare(() => prepareLive(context, { source, body }));
  async function* parts(): AsyncGenerator<{ readonly id?: number; readonly part: LiveStreamPart }> {
    yield { part: { type: 'data-plan', data: { steps: plan.map((step) => ({ ...step })) } } };
    const lookup = runLiveLook(context.get('services'), context.get('viewer'), found, question);
    const readNext = () => limited.prepare(() => lookup.next());
    let next = await readNext();
    for (; next.done !== true; next = await readNext())
      yield { part: { type: 'data-step', id: next.value.id, data: stepToWire(next.value) } };
    yield { part: { type: 'data-live', data: factsToWire(found, next.value) } };
    const { conversationId, events } = await startLiveTurn(context, limited, {
      look: next.value,
      body,
    });
    yield* numberParts({ conversationId, events, receivedParts: 0 });
  }
  return streamParts(context, parts());
}

const plan: readonly { readonly id: LiveStep['id']; readonly title: string }[] = [
  { id: 'tree', title: 'List its files' },
  { id: 'search', title: 'Search it by words, where GitHub allows' },
  { id: 'fetch', title: 'Fetch the files that may answer' },
  { id: 'index', title: 'Read them' },
  { id: 'judge', title: 'See whether they answer it' },
  { id: 'further', title: 'Fetch what they refer to, if they do not' },
];

async function prepareLive(
  context: LiveContext,
  { source, body }: LiveAnswerOptions,
): Promise<{ readonly found: LiveTarget; readonly question: LiveQuestion }> {
  const [services, viewer] = [context.get('services'), context.get('viewer')];
  const found = await resolveLiveSource(services, viewer, source);
  const earlier = await readEarlierTurns(services, viewer, found, body.conversationId);
  return { found, question: { question: body.question, earlier } };
}

async function collectLook(
  context: LiveContext,
  found: LiveTarget,
  question: LiveQuestion,
): Promise<{ readonly look: LiveLook; readonly steps: WireStep[] }> {
  const lookup = runLiveLook(context.get('services'), context.get('viewer'), found, question);
  const steps: WireStep[] = [];
  let next = await lookup.next();
  for (; next.done !== true; next = await lookup.next())
    if (next.value.state !== 'running') steps.push(stepToWire(next.value));
  return { look: next.value, steps };
}

/** Starts a turn about exactly the fetched snapshot. */
async function startLiveTurn(
  context: LiveContext,
  limited: LimitedQuestion,
  { look: { resolved }, body }: { readonly look: LiveLook; readonly body: LiveAnswerOptions['body'] },
) {
  const services = context.get('services');
  const { clock } = services;
  const conversationId = body.conversationId ?? clock.newId();
  const key = { viewer: context.get('viewer'), repositoryId: resolved.repository.id, id: conversationId };
  const turn: NewTurn = {
    id: clock.newId(),
    question: body.question,
    version: resolved.snapshot.id,
    topK: body.options?.topK,
    expandGraph: body.options?.expandGraph,
    reranker: body.options?.reranker,
    writing: { ...readAnswerOptions(body).writing, needsModel: limited.needsModel },
    files: body.files ?? [],
    fresh: body.retry ?? false,
    position: body.retry === true ? 'same' : 'last',
    earlier: [],
  };
  const begin = () => startTurn(services, key, turn, readTurnSecrets(context));
  return { conversationId, events: await limited.start(begin) };
}

function stepToWire({ paths, ...step }: LiveStep): WireStep {
  return { ...step, paths: [...paths] };
}

function factsToWire({ name, ref, commit }: LiveTarget, { resolved, notes }: LiveLook): LiveFacts {
  const { repository, snapshot } = resolved;
  const facts = liveFacts(resolved);
  return {
    repositoryId: repository.id,
    snapshotId: snapshot.id,
    name,
    ref,
    commit,
    files: snapshot.counts.files,
    ofFiles: facts?.ofFiles ?? null,
    notes: [...notes],
    command: facts?.command ?? '',
  };
}
