/** Routes of conversations: read, follow, stop, delete, receipts, and starter questions. */

import type { Context as HonoContext } from 'hono';
import type {
  Conversation as WireConversation,
  ConversationTurn,
  ExampleAnswer,
} from '../contract/answers/conversation.ts';
import {
  exampleRoute,
  followTurnRoute,
  getConversationRoute,
  removeConversationRoute,
  resumeChatRoute,
  startersRoute,
  stopRoute,
} from '../contract/answers/routes.ts';
import { receiptKeysRoute, receiptRoute } from '../contract/receipts/routes.ts';
import type { Conversation, ConversationKey, Turn, TurnEvent } from '../core/answers/conversation.ts';
import { AppError } from '../core/errors.ts';
import { showExample, type Example } from '../flows/answer/show-example.ts';
import { starterQuestions } from '../flows/answer/suggest-questions.ts';
import { resolveSnapshot } from '../flows/versions/resolve-snapshot.ts';
import { createPartConverter } from './answers/answer-parts.ts';
import type { App, Context } from './context.ts';
import { receiptToWire } from './answers/answer-to-wire.ts';
import { streamTurn } from './answers/stream-turn.ts';

export function bindConversations(app: App): void {
  bindStreams(app);

  app.openapi(getConversationRoute, async (context) => {
    const key = await resolveConversationKey(context, context.req.valid('param'));
    const found = await context.get('services').conversations.read(key);
    if (found === undefined)
      throw new AppError('conversation_not_found', `There is no conversation ${JSON.stringify(key.id)}.`);
    const ids = { repositoryId: key.repositoryId, conversationId: key.id };
    return context.json(conversationToWire(ids, found), 200);
  });

  app.openapi(removeConversationRoute, async (context) => {
    const key = await resolveConversationKey(context, context.req.valid('param'));
    const { conversations, idempotencyStore } = context.get('services');
    await conversations.remove(key);
    await idempotencyStore.removeRepository(key.repositoryId, key.viewer);
    return context.body(null, 204);
  });

  app.openapi(stopRoute, async (context) => {
    const key = await resolveConversationKey(context, context.req.valid('param'));
    const { turn, endedMs } = await context.get('services').conversations.stop(key);
    return context.json({ turn: turn ?? null, endedMs }, 200);
  });
}

function bindStreams(app: App): void {
  app.openapi(followTurnRoute, async (context) => {
    const parameters = context.req.valid('param');
    const { conversations } = context.get('services');
    const key = await resolveConversationKey(context, parameters);
    const events = await conversations.follow(key, parameters.turn);
    const lastNumber = context.req.valid('query').after ?? context.req.header('last-event-id') ?? '';
    const receivedParts = /^\d{1,9}$/.test(lastNumber) ? Number(lastNumber) : 0;
    return streamTurn(context, { conversationId: key.id, events, receivedParts });
  });

  app.openapi(resumeChatRoute, async (context) => {
    const parameters = context.req.valid('param');
    const { conversations } = context.get('services');
    const key = await resolveConversationKey(context, parameters);
    const turn = await conversations.findRunningTurn(key);
    if (turn === undefined) return context.body(null, 204);
    return streamTurn(context, {
      conversationId: key.id,
      events: await conversations.follow(key, turn),
      receivedParts: 0,
    });
  });
}

export function conversationToWire(
  { repositoryId, conversationId }: { readonly repositoryId: string; readonly conversationId: string },
  { createdAt, expiresAt, turns }: Conversation,
): WireConversation {
  return {
    id: conversationId,
    repositoryId,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
    turns: turns.map((turn) => turnToWire(turn, conversationId)),
  };
}

function turnToWire(turn: Turn, conversationId: string): ConversationTurn {
  const toParts = createPartConverter(conversationId);
  return {
    id: turn.id,
    number: turn.number,
    question: turn.question,
    state: turn.state,
    askedAt: new Date(turn.askedAt).toISOString(),
    parts: turn.events.flatMap((event) => toParts(event)),
  };
}

export function bindReceipts(app: App): void {
  app.openapi(receiptKeysRoute, async (context) => {
    const keys = await context.get('services').receiptSigner.publicKeys();
    context.header('cache-control', 'public, max-age=300');
    return context.json({ keys: keys.map((key) => ({ ...key })) }, 200);
  });

  app.openapi(receiptRoute, async (context) => {
    const parameters = context.req.valid('param');
    const key = await resolveConversationKey(context, parameters);
    const conversation = await context.get('services').conversations.read(key);
    if (conversation === undefined)
      throw new AppError('conversation_not_found', `There is no conversation ${JSON.stringify(key.id)}.`);
    const turn = conversation.turns.find(({ id }) => id === parameters.turn);
    if (turn === undefined)
      throw new AppError(
        'turn_not_found',
        `The conversation has no turn ${JSON.stringify(parameters.turn)}.`,
      );
    const event = turn.events.find((event) => event.type === 'receipt');
    if (event === undefined)
      throw new AppError('receipt_not_found', `Turn ${turn.number} is ${turn.state} and has no receipt.`);
    const name = `receipt-${event.receipt.id.replaceAll(/[^\w-]/g, '').slice(0, 36)}.json`;
    context.header('content-disposition', `attachment; filename="${name}"`);
    return context.json(receiptToWire(event.receipt), 200);
  });
}

export function bindStarters(app: App): void {
  app.openapi(startersRoute, async (context) => {
    const services = context.get('services');
    const resolved = await resolveSnapshot(services, context.get('viewer'), {
      id: context.req.valid('param').id,
      version: context.req.valid('query').version,
    });
    return context.json({ questions: [...(await starterQuestions(services, resolved))] }, 200);
  });

  app.openapi(exampleRoute, async (context) => {
    const example = await showExample(context.get('services'), context.get('viewer'));
    return context.json({ example: example === undefined ? null : exampleToWire(example) }, 200);
  });
}

function exampleToWire({
  repository,
  question,
  otherQuestions,
  answer,
  events,
}: Example): ExampleAnswer['example'] {
  const toParts = createPartConverter('example');
  const { snapshotId: snapshot, cached } = answer;
  const begin: TurnEvent = { type: 'begin', turn: 'example', number: 1, question, snapshot, cached };
  return {
    repositoryId: repository.id,
    repositoryName: repository.name,
    question,
    otherQuestions: [...otherQuestions],
    parts: [begin, ...events].flatMap((event) => toParts(event)),
  };
}

/**
 * A conversation quotes its repository, so only users who can read the repository can read the conversation.
 * @throws AppError `repository_not_found`
 */
export async function resolveConversationKey(
  context: Pick<HonoContext<Context>, 'get'>,
  { id: repositoryId, conversation: id }: { readonly id: string; readonly conversation: string },
): Promise<ConversationKey> {
  const viewer = context.get('viewer');
  const found = await context.get('services').catalog.readRepository(viewer, repositoryId);
  if (found === undefined)
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(repositoryId)}.`);
  return { viewer, repositoryId, id };
}
