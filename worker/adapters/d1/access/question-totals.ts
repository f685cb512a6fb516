/** Implements the `QuestionTotals` port with the catalog database. */

import type { QuestionTotals } from '../../../ports/access/question-totals.ts';
import { firstRow, run } from '../sql/statements.ts';

export function createD1QuestionTotals(database: D1Database): QuestionTotals {
  const sql = (text: string, ...values: unknown[]): D1PreparedStatement =>
    database.prepare(text).bind(...values);
  return {
    async add(owner) {
      await run(
        sql(
          `INSERT INTO question_total (owner, questions) VALUES (?1, 1)
           ON CONFLICT (owner) DO UPDATE SET questions = questions + 1`,
          owner.id,
        ),
      );
    },
    async read(owner) {
      const row = await firstRow<{ questions: number }>(
        sql('SELECT questions FROM question_total WHERE owner = ?1', owner.id),
      );
      return row?.questions ?? 0;
    },
    async remove(owner) {
      await run(sql('DELETE FROM question_total WHERE owner = ?1', owner.id));
    },
  };
}
