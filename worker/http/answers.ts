/** Asking: as one JSON object or as an AI SDK UI message stream, by our own request or by `useChat`'s. */

import type { ChatRequest } from '../contract/conversation.ts';
import { answersRoute, chatRoute } from '../contract/conversation-routes.ts';
import type { EarlierTurn, NewTurn, TurnBefore } from '../core/conversation.ts';
import { AppError } from '../core/errors.ts';
import { askConversation } from '../flows/ask-conversation.ts';
import { collectAnswer } from './answer-parts.ts';
import { liveOfIndexed } from '../flows/live-question.ts';
import type { App } from './app.ts';
import { secretsOf, writingOf } from './asked-writing.ts';
import { answerLive, streamLive } from './live.ts';
import { prefersJson } from './prefers-json.ts';
import { streamTurn } from './stream-turn.ts';

export function bindAnswers(app: App): void {
  app.openapi(answersRoute, async (context) => {
    const body = context.req.valid('json');
    if (body.options?.live === true) {
      const asked = { id: context.req.valid('param').id, version: body.version };
      const wanted = await liveOfIndexed(context.get('services'), context.get('viewer'), asked);
      if (!prefersJson(context.req.header('accept'))) return streamLive(context, { wanted, body });
      return context.json(await answerLive(context, { wanted, body }), 200);
    }
    const { clock } = context.get('services');
    const conversationId = body.conversationId ?? clock.newId();
    const key = {
      viewer: context.get('viewer'),
      repositoryId: context.req.valid('param').id,
      id: conversationId,
    };
    const events = await askConversation(
      context.get('services'),
      key,
      {
        id: clock.newId(),
        question: body.question,
        version: body.version,
        topK: body.options?.topK,
        expandGraph: body.options?.expandGraph,
        reranker: body.options?.reranker,
        ...writingOf(body),
        fresh: body.retry ?? false,
        after: body.retry === true ? 'same' : 'last',
        earlier: [],
      },
      secretsOf(context),
    );
    if (prefersJson(context.req.header('accept')))
      return context.json(await collectAnswer(conversationId, events), 200);
    return streamTurn(context, { conversationId, events, after: 0 });
  });

  app.openapi(chatRoute, async (context) => {
    const body = context.req.valid('json');
    const services = context.get('services');
    const key = { viewer: context.get('viewer'), repositoryId: context.req.valid('param').id, id: body.id };
    const turn = turnOf(body, services.clock.newId());
    const events = await askConversation(services, key, turn, secretsOf(context));
    return streamTurn(context, { conversationId: body.id, events, after: 0 });
  });
}

/** The longest question, as the answers route has it. */
const longestQuestion = 4000;
/** Questions before it that may matter to one. */
const earlierRead = 10;

/** @throws AppError `invalid_request` when no message asks anything */
function turnOf(body: ChatRequest, id: string): NewTurn {
  const asked = body.messages.filter((message) => message.role === 'user').map(textOf);
  const question = asked.at(-1) ?? '';
  if (question === '' || question.length > longestQuestion)
    throw new AppError(
      'invalid_request',
      `messages: the last one of role "user" holds ${question.length} characters of text; it must hold 1 to ${longestQuestion}.`,
    );
  const fresh = body.trigger === 'regenerate-message';
  // A message asked again, or edited, ends the conversation where it stands.
  const standsWithin = fresh || typeof body.messageId === 'string';
  return {
    id,
    question,
    version: body.version,
    topK: body.options?.topK,
    expandGraph: body.options?.expandGraph,
    reranker: body.options?.reranker,
    ...writingOf(body),
    fresh,
    after: standsWithin ? turnBefore(body) : 'last',
    earlier: asked
      .slice(0, -1)
      .slice(-earlierRead)
      .map((text): EarlierTurn => ({ question: text.slice(0, longestQuestion), subjects: [] })),
  };
}

/** The answer before the question: its message has the turn's id. */
function turnBefore({ messages }: ChatRequest): TurnBefore {
  const question = messages.findLastIndex((message) => message.role === 'user');
  const answer = messages.slice(0, question).findLast((message) => message.role === 'assistant');
  return answer?.id === undefined ? 'none' : { turn: answer.id };
}

function textOf(message: ChatRequest['messages'][number]): string {
  return message.parts
    .flatMap((part) => (part.type === 'text' ? [part.text ?? ''] : []))
    .join('\n')
    .trim();
}
