/**
 * Collects the reads requested in one turn of the event loop and sends them in one call, because a call takes longer than most reads of a
 * search. Use it for at most a few hundred rows: a batch returns objects, which take several times as long as arrays.
 */

import { allRows, batchRows } from './statements.ts';

interface QueuedRead {
  readonly statement: D1PreparedStatement;
  readonly answer: (rows: readonly unknown[]) => void;
  readonly fail: (reason: unknown) => void;
}

/** Reads queued per database until the end of the turn. Requests do not share a database object, so a queue belongs to one request. */
const queues = new WeakMap<D1Database, QueuedRead[]>();

/** Reads the statement's rows. If one statement of a batch fails, all of them fail. */
export function readBatched<Row>(
  database: D1Database,
  statement: D1PreparedStatement,
): Promise<readonly Row[]> {
  return new Promise((resolve, fail) => {
    const answer = (rows: readonly unknown[]): void => resolve(rows as readonly Row[]);
    const queue = queues.get(database);
    if (queue !== undefined) {
      queue.push({ statement, answer, fail });
      return;
    }
    const newQueue = [{ statement, answer, fail }];
    queues.set(database, newQueue);
    queueMicrotask(() => {
      queues.delete(database);
      void send(database, newQueue);
    });
  });
}

async function send(database: D1Database, queue: readonly QueuedRead[]): Promise<void> {
  try {
    const statements = queue.map(({ statement }) => statement);
    const [firstStatement] = statements;
    const results =
      firstStatement !== undefined && statements.length === 1
        ? [await allRows(firstStatement)]
        : await batchRows(database, statements);
    for (const [index, { answer }] of queue.entries()) answer(results[index] ?? []);
  } catch (error) {
    for (const { fail } of queue) fail(error);
  }
}
