/** Conversations as they are kept: read, followed from any part, stopped, removed. */

import type { ConversationTurn } from '../contract/conversation.ts';
import {
  followTurnRoute,
  getConversationRoute,
  removeConversationRoute,
  resumeChatRoute,
  stopRoute,
} from '../contract/conversation-routes.ts';
import type { Turn } from '../core/conversation.ts';
import { AppError } from '../core/errors.ts';
import { createPartMaker } from './answer-parts.ts';
import type { App } from './app.ts';
import { keyOfConversation } from './key-of-conversation.ts';
import { streamTurn } from './stream-turn.ts';

export function bindConversations(app: App): void {
  bindFollowing(app);

  app.openapi(getConversationRoute, async (context) => {
    const key = await keyOfConversation(context, context.req.valid('param'));
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
    const key = await keyOfConversation(context, context.req.valid('param'));
    await context.get('services').conversations.remove(key);
    return context.body(null, 204);
  });

  app.openapi(stopRoute, async (context) => {
    const key = await keyOfConversation(context, context.req.valid('param'));
    const { turn, endedMs } = await context.get('services').conversations.stop(key);
    return context.json({ turn: turn ?? null, endedMs }, 200);
  });
}

function bindFollowing(app: App): void {
  app.openapi(followTurnRoute, async (context) => {
    const parameters = context.req.valid('param');
    const { conversations } = context.get('services');
    const key = await keyOfConversation(context, parameters);
    const events = await conversations.follow(key, parameters.turn);
    const given = context.req.valid('query').after ?? context.req.header('last-event-id') ?? '';
    const after = /^\d{1,9}$/.test(given) ? Number(given) : 0;
    return streamTurn(context, { conversationId: key.id, events, after });
  });

  app.openapi(resumeChatRoute, async (context) => {
    const parameters = context.req.valid('param');
    const { conversations } = context.get('services');
    const key = await keyOfConversation(context, parameters);
    const turn = await conversations.running(key);
    if (turn === undefined) return context.body(null, 204);
    return streamTurn(context, {
      conversationId: key.id,
      events: await conversations.follow(key, turn),
      after: 0,
    });
  });
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
