/** Conversations as they are kept: read, followed from any part, stopped, removed. */

import type { Context as HonoContext } from 'hono';
import type { ConversationTurn } from '../contract/conversation.ts';
import {
  followTurnRoute,
  getConversationRoute,
  removeConversationRoute,
  resumeChatRoute,
  stopRoute,
} from '../contract/conversation-routes.ts';
import type { ConversationKey, Turn } from '../core/conversation.ts';
import { AppError } from '../core/errors.ts';
import { createPartMaker } from './answer-parts.ts';
import type { App, Context } from './app.ts';
import { streamTurn } from './stream-turn.ts';

export function bindConversations(app: App): void {
  bindFollowing(app);

  app.openapi(getConversationRoute, async (context) => {
    const key = await keyOf(context, context.req.valid('param'));
    const found = await context.get('services').conversations.read(key);
    if (found === undefined)
      throw new AppError('conversation_not_found', `There is no conversation ${JSON.stringify(key.id)}.`);
    return context.json(
      {
        id: key.id,
        repositoryId: key.repositoryId,
        createdAt: new Date(found.createdAt).toISOString(),
        expiresAt: new Date(found.expiresAt).toISOString(),
        turns: found.turns.map((turn) => turnToWire(turn, key.id)),
      },
      200,
    );
  });

  app.openapi(removeConversationRoute, async (context) => {
    const key = await keyOf(context, context.req.valid('param'));
    await context.get('services').conversations.remove(key);
    return context.body(null, 204);
  });

  app.openapi(stopRoute, async (context) => {
    const key = await keyOf(context, context.req.valid('param'));
    const { turn, endedMs } = await context.get('services').conversations.stop(key);
    return context.json({ turn: turn ?? null, endedMs }, 200);
  });
}

function bindFollowing(app: App): void {
  app.openapi(followTurnRoute, async (context) => {
    const parameters = context.req.valid('param');
    const { conversations } = context.get('services');
    const key = await keyOf(context, parameters);
    const events = await conversations.follow(key, parameters.turn);
    const given = context.req.valid('query').after ?? context.req.header('last-event-id') ?? '';
    const after = /^\d{1,9}$/.test(given) ? Number(given) : 0;
    return streamTurn(context, { conversationId: key.id, events, after });
  });

  app.openapi(resumeChatRoute, async (context) => {
    const parameters = context.req.valid('param');
    const { conversations } = context.get('services');
    const key = await keyOf(context, parameters);
    const turn = await conversations.running(key);
    if (turn === undefined) return context.body(null, 204);
    return streamTurn(context, {
      conversationId: key.id,
      events: await conversations.follow(key, turn),
      after: 0,
    });
  });
}

/** A conversation quotes its repository: whoever may not read the one may not read the other. */
async function keyOf(
  context: Pick<HonoContext<Context>, 'get'>,
  { id: repositoryId, conversation: id }: { readonly id: string; readonly conversation: string },
): Promise<ConversationKey> {
  const viewer = context.get('viewer');
  const repository = await context.get('services').catalog.getRepository(viewer, repositoryId);
  if (repository === undefined)
    throw new AppError('repository_not_found', `There is no repository ${JSON.stringify(repositoryId)}.`);
  return { viewer, repositoryId, id };
}

function turnToWire(turn: Turn, conversationId: string): ConversationTurn {
  const partsOf = createPartMaker(conversationId);
  return {
    id: turn.id,
    number: turn.number,
    question: turn.question,
    state: turn.state,
    askedAt: new Date(turn.askedAt).toISOString(),
    parts: turn.events.flatMap((event) => partsOf(event)),
  };
}
