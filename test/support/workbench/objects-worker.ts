/**
 * The Worker for tests of Durable Objects. It runs the real objects. The conversation object uses an index database that counts calls and can be
 * slowed down, so that a test can observe a running turn.
 */

import { ConversationObject } from '../../../worker/objects/conversation.ts';
import { LimitObject } from '../../../worker/objects/limit.ts';
import { QuotaObject } from '../../../worker/objects/quota.ts';
import { VectorShardObject } from '../../../worker/objects/vector-shard.ts';
import type { Environment } from '../../../worker/runtime/environment.ts';

/** Calls to the index database. The tests run in the same isolate and share this object. */
export const indexCalls = { count: 0, pending: 0, delayMs: 0 };

export class WatchedConversation extends ConversationObject {
  constructor(context: DurableObjectState, environment: Environment) {
    super(context, { ...environment, INDEX_0: instrumentDatabase(environment.INDEX_0) });
  }
}

export { LimitObject, QuotaObject, VectorShardObject };

export default { fetch: () => new Response('The tests call the objects directly.') };

function instrumentDatabase(database: D1Database): D1Database {
  return withMethods(database, {
    prepare: (text: string) => instrumentStatement(database.prepare(text)),
    batch: (statements: D1PreparedStatement[]) =>
      afterDelay(() => database.batch(statements.map((statement) => originals.get(statement) ?? statement))),
  });
}

/** Original statements by their instrumented proxy. A batch accepts only original statements. */
const originals = new WeakMap<object, D1PreparedStatement>();

function instrumentStatement(statement: D1PreparedStatement): D1PreparedStatement {
  const instrumented = withMethods(statement, {
    bind: (...values: unknown[]) => instrumentStatement(statement.bind(...values)),
    all: () => afterDelay(() => statement.all()),
    raw: (options: { columnNames: true }) => afterDelay(() => statement.raw(options)),
    first: (...column: string[]) =>
      afterDelay(() => (column[0] === undefined ? statement.first() : statement.first(column[0]))),
    run: () => afterDelay(() => statement.run()),
  });
  originals.set(instrumented, statement);
  return instrumented;
}

async function afterDelay<Result>(call: () => Promise<Result>): Promise<Result> {
  indexCalls.count += 1;
  indexCalls.pending += 1;
  try {
    if (indexCalls.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, indexCalls.delayMs));
    return await call();
  } finally {
    indexCalls.pending -= 1;
  }
}

function withMethods<Target extends object>(target: Target, methods: Record<string, unknown>): Target {
  return new Proxy(target, {
    get(_, name) {
      if (typeof name === 'string' && name in methods) return methods[name];
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
