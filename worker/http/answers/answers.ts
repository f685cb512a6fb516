/**
 * Routes that answer questions: `/answers` accepts this API's request, `/chat` the request of the AI SDK's `useChat`. They respond with JSON
 * or an AI SDK UI message stream.
 */

import type { Context as HonoContext } from 'hono';
import type { ChatRequest } from '../../contract/answers/conversation.ts';
import { answersRoute, chatRoute } from '../../contract/answers/routes.ts';
import type {
  ConversationKey,
  EarlierTurn,
  NewTurn,
  TurnEvent,
  TurnPosition,
} from '../../core/answers/conversation.ts';
import { AppError } from '../../core/errors.ts';
import { startTurn } from '../../flows/answer/conversation/start-turn.ts';
import { collectAnswer } from './answer-parts.ts';
import { toLiveRequest } from '../../flows/live/resolve-live-source.ts';
import type { App, Context } from '../context.ts';
import { limitQuestion } from '../request/guard-limits.ts';
import { guardAction } from '../request/identify.ts';
import { prefersJson, readTurnSecrets, readAnswerOptions } from './answer-request.ts';
import { answerLive, streamLive } from './live.ts';
import { streamTurn } from './stream-turn.ts';

export function bindAnswers(app: App): void {
  app.openapi(answersRoute, async (context) => {
    const body = context.req.valid('json');
    if (body.options?.live === true) {
      // It reads the host and stores files, which asking alone does not.
      guardAction(context.get('viewer'), 'index');
      const request = { id: context.req.valid('param').id, version: body.version };
      const source = await toLiveRequest(context.get('services'), context.get('viewer'), request);
      if (!prefersJson(context.req.header('accept'))) return streamLive(context, { source, body });
      return context.json(await answerLive(context, { source, body }), 200);
    }
    const { clock } = context.get('services');
    const conversationId = body.conversationId ?? clock.newId();
    const key = {
      viewer: context.get('viewer'),
      repositoryId: context.req.valid('param').id,
      id: conversationId,
    };
    const turn: NewTurn = {
      id: clock.newId(),
      question: body.question,
      version: body.version,
      topK: body.options?.topK,
      expandGraph: body.options?.expandGraph,
      reranker: body.options?.reranker,
      ...readAnswerOptions(body),
      fresh: body.retry ?? false,
      position: body.retry === true ? 'same' : 'last',
      earlier: [],
    };
    const events = await startLimitedTurn(context, key, turn);
    if (prefersJson(context.req.header('accept')))
      return context.json(await collectAnswer(conversationId, events), 200);
    return streamTurn(context, { conversationId, events, receivedParts: 0 });
  });

  app.openapi(chatRoute, async (context) => {
    const body = context.req.valid('json');
    const services = context.get('services');
    const key = { viewer: context.get('viewer'), repositoryId: context.req.valid('param').id, id: body.id };
    const turn = toNewTurn(body, services.clock.newId());
    const events = await startLimitedTurn(context, key, turn);
    return streamTurn(context, { conversationId: body.id, events, receivedParts: 0 });
  });
}

async function startLimitedTurn(
  context: HonoContext<Context>,
  key: ConversationKey,
  turn: NewTurn,
): Promise<AsyncIterable<TurnEvent>> {
  const question = await limitQuestion(context, turn.writing?.model);
  const { needsModel } = question;
  const limited = { ...turn, writing: { ...turn.writing, needsModel } };
  return question.start(() => startTurn(context.get('services'), key, limited, readTurnSecrets(context)));
}

/** The same limit as on the answers route. */
const maxQuestionLength = 4000;
/** Maximum number of earlier questions that serve as context. */
const maxEarlierQuestions = 10;

/** @throws AppError `invalid_request` if there is no question, or it is too long */
function toNewTurn(body: ChatRequest, id: string): NewTurn {
  const questions = body.messages.filter((message) => message.role === 'user').map(messageText);
  const question = questions.at(-1) ?? '';
  if (question === '' || question.length > maxQuestionLength)
    throw new AppError(
      'invalid_request',
      `messages: the last one with role "user" has ${question.length} characters of text; it must have 1 to ${maxQuestionLength}.`,
    );
  const fresh = body.trigger === 'regenerate-message';
  // A regenerated or edited message replaces everything after it.
  const isReplacement = fresh || typeof body.messageId === 'string';
  return {
    id,
    question,
    version: body.version,
    topK: body.options?.topK,
    expandGraph: body.options?.expandGraph,
    reranker: body.options?.reranker,
    ...readAnswerOptions(body),
    fresh,
    position: isReplacement ? findPreviousTurn(body) : 'last',
    earlier: questions
      .slice(0, -1)
      .slice(-maxEarlierQuestions)
      .map((text): EarlierTurn => ({ question: text.slice(0, maxQuestionLength), subjects: [] })),
  };
}

/** The turn of the answer before the question; the message has the turn's id. */
function findPreviousTurn({ messages }: ChatRequest): TurnPosition {
  const question = messages.findLastIndex((message) => message.role === 'user');
  const answer = messages.slice(0, question).findLast((message) => message.role === 'assistant');
  return answer?.id === undefined ? 'none' : { turn: answer.id };
}

function messageText(message: ChatRequest['messages'][number]): string {
  return message.parts
    .flatMap((part) => (part.type === 'text' ? [part.text ?? ''] : []))
    .join('\n')
    .trim();
}
