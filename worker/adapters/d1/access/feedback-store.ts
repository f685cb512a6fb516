/** Implements the `FeedbackStore` port with the catalog database. */

import type { Feedback, FeedbackReason, RatedAnswer, Rating } from '../../../core/answers/feedback.ts';
import type { FeedbackStore } from '../../../ports/access/feedback-store.ts';
import { allRows, run } from '../sql/statements.ts';

interface FeedbackRecord {
  id: string;
  repository_id: string;
  viewer: string;
  conversation_id: string;
  turn_id: string;
  rating: Rating;
  reason: FeedbackReason | null;
  text: string;
  question: string;
  answer: string;
  created_at: number;
}

export function createD1FeedbackStore(database: D1Database): FeedbackStore {
  const sql = (text: string, ...values: unknown[]): D1PreparedStatement =>
    database.prepare(text).bind(...values);
  return {
    async save(feedback) {
      await run(
        sql(
          `INSERT OR REPLACE INTO feedback
             (id, repository_id, viewer, conversation_id, turn_id, rating, reason, text, question, answer, created_at)
           VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)`,
          feedback.id,
          feedback.repositoryId,
          feedback.viewer,
          feedback.conversationId,
          feedback.turnId,
          feedback.rating,
          feedback.reason ?? null,
          feedback.text,
          feedback.question,
          JSON.stringify(feedback.answer),
          feedback.createdAt,
        ),
      );
    },
    async list(repositoryId, { rating, reason, since, before, limit }) {
      const rows = await allRows<FeedbackRecord>(
        sql(
          `SELECT * FROM feedback WHERE repository_id = ?1 AND (?2 IS NULL OR rating = ?2) AND (?3 IS NULL OR reason = ?3)
             AND created_at >= ?4 AND (?5 IS NULL OR (created_at, id) < (?5, ?6))
           ORDER BY created_at DESC, id DESC LIMIT ?7`,
          repositoryId,
          rating ?? null,
          reason ?? null,
          since ?? 0,
          before?.createdAt ?? null,
          before?.id ?? null,
          limit,
        ),
      );
      return rows.map(toFeedback);
    },
    async count(repositoryId) {
      const rows = await allRows<{ rating: Rating; number: number }>(
        sql(
          'SELECT rating, count(*) AS number FROM feedback WHERE repository_id = ?1 GROUP BY rating',
          repositoryId,
        ),
      );
      const count = (rating: Rating): number => rows.find((row) => row.rating === rating)?.number ?? 0;
      return { up: count('up'), down: count('down') };
    },
    async removeViewer(viewer) {
      await run(sql('DELETE FROM feedback WHERE viewer = ?1', viewer.id));
    },
  };
}

function toFeedback(row: FeedbackRecord): Feedback {
  return {
    id: row.id,
    repositoryId: row.repository_id,
    viewer: row.viewer,
    conversationId: row.conversation_id,
    turnId: row.turn_id,
    rating: row.rating,
    reason: row.reason ?? undefined,
    text: row.text,
    question: row.question,
    answer: JSON.parse(row.answer) as RatedAnswer,
    createdAt: row.created_at,
  };
}
