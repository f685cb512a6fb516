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
import { readCursor, writeCursor } from './cursor.ts';

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
        limit,
      },
    );
    context.header('cache-control', 'private, no-store');
    if (format === 'jsonl') {
      return context.text(formatFeedbackLines(repositoryName, feedback.map(feedbackToWire)), 200, {
        'content-type': 'text/plain; charset=utf-8',
        'content-disposition': 'attachment; filename="feedback.jsonl"',
      });
    }
    const last = feedback.length === limit ? feedback.at(-1) : undefined;
    const next = last === undefined ? null : writeCursor({ time: last.createdAt, id: last.id });
    return context.json({ counts: { ...counts }, feedback: feedback.map(feedbackToWire), next }, 200);
  });
}

function bindVisitorQuestions(app: App): void {
  app.openapi(visitorQuestionsRoute, async (context) => {
    const { id } = context.req.valid('param');
    const { show: filter, cursor, limit } = context.req.valid('query');
    const from = readCursor(cursor);
    const before = from && { askedAt: from.time, id: from.id };
    const page = { id, filter, before, limit };
    const { questions, counts } = await listVisitorQuestions(
      context.get('services'),
      context.get('viewer'),
      page,
    );
    context.header('cache-control', 'private, no-store');
    const last = questions.length === limit ? questions.at(-1) : undefined;
    const next = last === undefined ? null : writeCursor({ time: last.askedAt, id: last.id });
    return context.json({ counts: { ...counts }, questions: questions.map(questionToWire), next }, 200);
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
