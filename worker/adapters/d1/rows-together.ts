/**
 * Reads asked for in the same turn, sent to their database in one call: a call takes longer than most of what a search reads. For reads
 * of some hundred rows at most: those of several statements come as objects, which takes several times as long as arrays.
 */

import { allRows, batchRows } from './statements.ts';

interface Waiting {
  readonly statement: D1PreparedStatement;
  readonly answer: (rows: readonly unknown[]) => void;
  readonly fail: (reason: unknown) => void;
}

/** What is asked of each database until the turn is over: never of two requests, since those do not share one. */
const waiting = new WeakMap<D1Database, Waiting[]>();

/** The statement's rows. When one of those sent together fails, all of them do. */
export function rowsTogether<Row>(
  database: D1Database,
  statement: D1PreparedStatement,
): Promise<readonly Row[]> {
  return new Promise((resolve, fail) => {
    const answer = (rows: readonly unknown[]): void => resolve(rows as readonly Row[]);
    const asked = waiting.get(database);
    if (asked !== undefined) {
      asked.push({ statement, answer, fail });
      return;
    }
    const first = [{ statement, answer, fail }];
    waiting.set(database, first);
    queueMicrotask(() => {
      waiting.delete(database);
      void send(database, first);
    });
  });
}

async function send(database: D1Database, asked: readonly Waiting[]): Promise<void> {
  try {
    const statements = asked.map(({ statement }) => statement);
    const [only] = statements;
    const found =
      only !== undefined && statements.length === 1
        ? [await allRows(only)]
        : await batchRows(database, statements);
    for (const [index, { answer }] of asked.entries()) answer(found[index] ?? []);
  } catch (error) {
    for (const { fail } of asked) fail(error);
  }
}
