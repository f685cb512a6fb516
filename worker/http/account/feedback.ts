/** Routes of feedback on answers. */

import { formatFeedbackLines } from '../../contract/feedback/client.ts';
import {
  giveFeedbackRoute,
  listFeedbackRoute,
  visitorQuestionsRoute,
} from '../../contract/feedback/routes.ts';
import type { FeedbackView, VisitorQuestions } from '../../contract/feedback/schema.ts';
import type { Feedback } from '../../core/answers/feedback.ts';
import type { RatedQuestion } from '../../core/answers/visitor-question.ts';
import { listVisitorQuestions } from '../../flows/feedback/visitor-questions.ts';
import { giveFeedback, listFeedback } from '../../flows/feedback/give-feedback.ts';
import type { App } from '../context.ts';
import { resolveConversationKey } from '../conversations.ts';
import { readCursor, readPage, toCursor } from './cursor.ts';

export function bindFeedback(app: App): void {
  bindVisitorQuestions(app);
  app.openapi(giveFeedbackRoute, async (context) => {
    const { conversation, turn, rating, reason, text = '' } = context.req.valid('json');
    const key = await resolveConversationKey(context, { ...context.req.valid('param'), conversation });
    await giveFeedback(context.get('services'), key, { turnId: turn, rating, reason, text: text.trim() });
    return context.body(null, 204);
  });

  app.openapi(listFeedbackRoute, async (context) => {
    const { id } = context.req.valid('param');
    const { rating, reason, since, cursor, limit, format } = context.req.valid('query');
    const from = readCursor(cursor);
    const { feedback, counts, repositoryName } = await listFeedback(
      context.get('services'),
      context.get('viewer'),
      {
        id,
        rating,
        reason,
        since: since === undefined ? undefined : Date.parse(since),
        before: from && { createdAt: from.time, id: from.id },
        limit: limit + 1,
      },
    );
    const { entries, next } = readPage(feedback, { limit }, toCursor);
    context.header('cache-control', 'private, no-store');
    if (format === 'jsonl') {
      if (next !== null) context.header('link', `<${nextAddress(context.req.url, next)}>; rel="next"`);
      return context.text(formatFeedbackLines(repositoryName, entries.map(feedbackToWire)), 200, {
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': 'attachment; filename="feedback.jsonl"',
      });
    }
    return context.json({ counts: { ...counts }, feedback: entries.map(feedbackToWire), next }, 200);
  });
}

/** The address of the following page, without the origin. */
function nextAddress(address: string, cursor: string): string {
  const { pathname, searchParams } = new URL(address);
  searchParams.set('cursor', cursor);
  return `${pathname}?${searchParams}`;
}

function bindVisitorQuestions(app: App): void {
  app.openapi(visitorQuestionsRoute, async (context) => {
    const { id } = context.req.valid('param');
    const { show: filter, cursor, limit } = context.req.valid('query');
    const from = readCursor(cursor);
    const before = from && { askedAt: from.time, id: from.id };
    const page = { id, filter, before, limit: limit + 1 };
    const { questions, counts } = await listVisitorQuestions(
      context.get('services'),
      context.get('viewer'),
      page,
    );
    context.header('cache-control', 'private, no-store');
    const { entries, next } = readPage(questions, { limit }, ({ askedAt, id: question }) => ({
      time: askedAt,
      id: question,
    }));
    return context.json({ counts: { ...counts }, questions: entries.map(questionToWire), next }, 200);
  });
}

function questionToWire(asked: RatedQuestion): VisitorQuestions['questions'][number] {
  const { id, question, isDeclined, rating, askedAt } = asked;
  return {
    id,
    question,
    class: asked.class,
    declined: isDeclined,
    rating: rating ?? null,
    askedAt: new Date(askedAt).toISOString(),
  };
}

/** Without the viewer: the owner sees what was asked, not by whom. */
function feedbackToWire({ id, rating, reason, text, question, answer, createdAt }: Feedback): FeedbackView {
  return {
    id,
    rating,
    reason: reason ?? null,
    text,
    createdAt: new Date(createdAt).toISOString(),
    question,
    answer: answer.text,
    claims: answer.claims.map((claim) => ({ ...claim })),
    cited: answer.cited.map((span) => ({ ...span })),
    shown: answer.shown.map((span) => ({ ...span })),
    commit: answer.commit ?? null,
    confidence: answer.confidence ?? null,
    answerer: answer.answerer ?? null,
    timings: answer.timings ?? null,
  };
}
