/** Tests that reads requested in one turn are sent in one call, and that each receives its own rows. */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { readBatched } from '../../../../../worker/adapters/d1/sql/batch-reads.ts';

/** Wraps a database to record the number of statements of each call. */
function countCalls() {
  const calls: number[] = [];
  const database = new Proxy(env.INDEX_0, {
    get(target, name) {
      if (name === 'batch')
        return (statements: D1PreparedStatement[]) => {
          calls.push(statements.length);
          return target.batch(statements);
        };
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { calls, database };
}

it('sends reads of the same turn in one call and returns each its rows', async () => {
  const { calls, database } = countCalls();
  const select = (sql: string) => readBatched(database, database.prepare(sql));
  const [one, none, two] = await Promise.all([
    select('SELECT 1 AS a, NULL AS b'),
    select('SELECT 1 AS a WHERE 0'),
    select(`SELECT 'x' AS c UNION ALL SELECT 'y'`),
  ]);
  expect([one, none, two]).toEqual([[{ a: 1, b: null }], [], [{ c: 'x' }, { c: 'y' }]]);
  expect(await select('SELECT 2 AS a')).toEqual([{ a: 2 }]);
  expect(calls).toEqual([3]);
});

it('fails all reads of a batch when one fails, but no later read', async () => {
  const { database } = countCalls();
  const select = (sql: string) => readBatched(database, database.prepare(sql));
  const reads = ['SELECT 1 AS a', 'SELECT nothing FROM nowhere'].map(select);
  const ends = await Promise.allSettled(reads);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await select('SELECT 1 AS a')).toEqual([{ a: 1 }]);
});
