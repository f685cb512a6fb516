/** Implements the `VisitorQuestionStore` port with the catalog database. */

import type { Rating } from '../../../core/answers/feedback.ts';
import type { QuestionClass } from '../../../core/answers/question.ts';
import type { RatedQuestion } from '../../../core/answers/visitor-question.ts';
import type { VisitorQuestionStore } from '../../../ports/access/visitor-questions.ts';
import { allRows, firstRow, run } from '../sql/statements.ts';

interface QuestionRecord {
  id: string;
  repository_id: string;
  question: string;
  class: QuestionClass;
  is_declined: number;
  asked_at: number;
  rating: Rating | null;
}

/** Only one viewer rates a turn, because a conversation belongs to one. */
const rated = `visitor_question LEFT JOIN (SELECT repository_id AS repository, turn_id, rating FROM feedback)
  ON repository = repository_id AND turn_id = id`;

export function createD1VisitorQuestions(database: D1Database): VisitorQuestionStore {
  const sql = (text: string, ...values: unknown[]): D1PreparedStatement =>
    database.prepare(text).bind(...values);
  return {
    async add(owner, { id, repositoryId, question, class: questionClass, isDeclined, askedAt }) {
      await run(
        sql(
          `INSERT OR REPLACE INTO visitor_question (id, repository_id, question, class, is_declined, asked_at)
           SELECT ?1, id, ?3, ?4, ?5, ?6 FROM repository WHERE id = ?2 AND owner = ?7 AND removed_at IS NULL`,
          id,
          repositoryId,
          question,
          questionClass,
          Number(isDeclined),
          askedAt,
          owner.id,
        ),
      );
    },
    async list(repositoryId, { filter, before, limit }) {
      const rows = await allRows<QuestionRecord>(
        sql(
          `SELECT id, repository_id, question, class, is_declined, asked_at, rating FROM ${rated}
           WHERE repository_id = ?1 AND (?2 <> 'declined' OR is_declined = 1) AND (?2 <> 'down' OR rating = 'down')
             AND (?3 IS NULL OR (asked_at, id) < (?3, ?4))
           ORDER BY asked_at DESC, id DESC LIMIT ?5`,
          repositoryId,
          filter,
          before?.askedAt ?? null,
          before?.id ?? null,
          limit,
        ),
      );
      return rows.map(toQuestion);
    },
    async count(repositoryId) {
      const row = await firstRow<{ all_count: number; declined: number; down: number }>(
        sql(
          `SELECT count(*) AS all_count, coalesce(sum(is_declined), 0) AS declined,
             coalesce(sum(rating = 'down'), 0) AS down FROM ${rated} WHERE repository_id = ?1`,
          repositoryId,
        ),
      );
      return { all: row?.all_count ?? 0, declined: row?.declined ?? 0, down: row?.down ?? 0 };
    },
    async removeOlderThan(time) {
      await run(sql('DELETE FROM visitor_question WHERE asked_at < ?1', time));
    },
    async removeOwner(owner) {
      await run(
        sql(
          'DELETE FROM visitor_question WHERE repository_id IN (SELECT id FROM repository WHERE owner = ?1)',
          owner.id,
        ),
      );
    },
  };
}

function toQuestion(row: QuestionRecord): RatedQuestion {
  return {
    id: row.id,
    repositoryId: row.repository_id,
    question: row.question,
    class: row.class,
    isDeclined: row.is_declined === 1,
    askedAt: row.asked_at,
    rating: row.rating ?? undefined,
  };
}
