/** Asking a repository live: its files are looked at first, each step told, and then it is asked as any other. */

import type { Context as HonoContext } from 'hono';
import type { AnswerRequest } from '../contract/answer.ts';
import { liveAnswersRoute, liveSearchRoute } from '../contract/live-routes.ts';
import type { LiveAnswer, LiveFacts, LiveStep as WireStep, LiveStreamPart } from '../contract/live.ts';
import type { NewTurn } from '../core/conversation.ts';
import { askConversation } from '../flows/ask-conversation.ts';
import { liveFacts } from '../flows/live-facts.ts';
import { findLive, type LiveFound, type LiveWanted } from '../flows/live-find.ts';
import { lookLive, type LiveAsked } from '../flows/live-look.ts';
import { earlierLive } from '../flows/live-question.ts';
import type { LiveLook } from '../flows/live-round.ts';
import type { LiveStep } from '../flows/live-step.ts';
import { noFilters } from '../flows/search-filters.ts';
import { searchSnapshot } from '../flows/search-snapshot.ts';
import { collectAnswer } from './answer-parts.ts';
import type { App, Context } from './app.ts';
import { secretsOf, writingOf } from './asked-writing.ts';
import { prefersJson } from './prefers-json.ts';
import { searchToWire } from './search.ts';
import { numbered, streamParts } from './stream-turn.ts';

export function bindLive(app: App): void {
  app.openapi(liveAnswersRoute, async (context) => {
    const { source, ref, subdirectory, ...body } = context.req.valid('json');
    const asked = { wanted: { source, ref, subdirectory }, body };
    if (!prefersJson(context.req.header('accept'))) return streamLive(context, asked);
    return context.json(await answerLive(context, asked), 200);
  });

  app.openapi(liveSearchRoute, async (context) => {
    const startedAt = Date.now();
    const { source, ref, subdirectory, query, topK } = context.req.valid('json');
    const [services, viewer] = [context.get('services'), context.get('viewer')];
    const found = await findLive(services, viewer, { source, ref, subdirectory });
    const { look, steps } = await lookWhole(context, found, { question: query, earlier: [] });
    const { repository, snapshot } = look.resolved;
    const outcome = await searchSnapshot(services, viewer, {
      id: repository.id,
      version: snapshot.id,
      query,
      topK,
      filters: noFilters,
      expandGraph: false,
      ranking: {},
      threeWays: undefined,
    });
    const totalMs = Date.now() - startedAt;
    const wire = searchToWire(outcome, { explains: false, totalMs });
    return context.json({ ...wire, live: { ...factsOf(found, look), steps } }, 200);
  });
}

interface AskedLive {
  readonly wanted: LiveWanted;
  readonly body: Pick<AnswerRequest, 'question' | 'conversationId' | 'retry' | 'options' | 'model' | 'files'>;
}

type Asking = HonoContext<Context>;

/** @throws AppError what `findLive`, `lookLive` and a turn throw */
export async function answerLive(context: Asking, { wanted, body }: AskedLive): Promise<LiveAnswer> {
  const { found, asked } = await begun(context, { wanted, body });
  const { look, steps } = await lookWhole(context, found, asked);
  const { conversationId, events } = await ask(context, look, body);
  const answer = await collectAnswer(conversationId, events);
  return { ...answer, live: { ...factsOf(found, look), steps } };
}

/** What is wrong with what was asked is told before the stream begins; what goes wrong later, in it. */
export async function streamLive(context: Asking, { wanted, body }: AskedLive): Promise<Response> {
  const { found, asked } = await begun(context, { wanted, body });
  async function* parts(): AsyncGenerator<{ readonly id?: number; readonly part: LiveStreamPart }> {
    yield { part: { type: 'data-plan', data: { steps: plan.map((step) => ({ ...step })) } } };
    const looking = lookLive(context.get('services'), context.get('viewer'), found, asked);
    let told = await looking.next();
    for (; told.done !== true; told = await looking.next())
      yield { part: { type: 'data-step', id: told.value.id, data: stepToWire(told.value) } };
    yield { part: { type: 'data-live', data: factsOf(found, told.value) } };
    const { conversationId, events } = await ask(context, told.value, body);
    yield* numbered({ conversationId, events, after: 0 });
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

async function begun(
  context: Asking,
  { wanted, body }: AskedLive,
): Promise<{ readonly found: LiveFound; readonly asked: LiveAsked }> {
  const [services, viewer] = [context.get('services'), context.get('viewer')];
  const found = await findLive(services, viewer, wanted);
  const earlier = await earlierLive(services, viewer, found, body.conversationId);
  return { found, asked: { question: body.question, earlier } };
}

async function lookWhole(
  context: Asking,
  found: LiveFound,
  asked: LiveAsked,
): Promise<{ readonly look: LiveLook; readonly steps: WireStep[] }> {
  const looking = lookLive(context.get('services'), context.get('viewer'), found, asked);
  const steps: WireStep[] = [];
  let told = await looking.next();
  for (; told.done !== true; told = await looking.next())
    if (told.value.state !== 'running') steps.push(stepToWire(told.value));
  return { look: told.value, steps };
}

/** Of the very state that was looked at. */
async function ask(context: Asking, { resolved }: LiveLook, body: AskedLive['body']) {
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
    ...writingOf(body),
    fresh: body.retry ?? false,
    after: body.retry === true ? 'same' : 'last',
    earlier: [],
  };
  return { conversationId, events: await askConversation(services, key, turn, secretsOf(context)) };
}

function stepToWire({ paths, ...step }: LiveStep): WireStep {
  return { ...step, paths: [...paths] };
}

function factsOf({ name, ref, commit }: LiveFound, { resolved, notes }: LiveLook): LiveFacts {
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
