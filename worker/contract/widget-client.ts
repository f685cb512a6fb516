/**
 * The part of the client that the widget for documentation sites uses, with the functions that show an answer. It is separate, so that
 * other sites load no other calls.
 */
import { answerCalls } from './answers/client.ts';
import { feedbackCalls } from './feedback/client.ts';
import { createRequester, type ClientOptions } from './request.ts';

export { ProblemError } from './request.ts';

export type WidgetClient = ReturnType<typeof createWidgetClient>;

export function createWidgetClient(options: ClientOptions) {
  const request = createRequester(options);
  const { streamAnswer, followTurn, stop, getConversation, starters } = answerCalls(request);
  const { giveFeedback } = feedbackCalls(request);
  return { streamAnswer, followTurn, stop, getConversation, starters, giveFeedback };
}
