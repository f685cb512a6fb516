/** Queries the server with a few concurrent calls. */

import { createClient, ProblemError } from '../../../worker/contract/client.ts';
import type { GraphAnswer, GraphParameters, GraphQuery } from '../../../worker/contract/graph/schema.ts';
import type { SymbolList } from '../../../worker/contract/files/schema.ts';
import { findRepository } from '../../../clients/cli/find-repository.ts';

const maxConcurrentCalls = 4;

export type Server = Awaited<ReturnType<typeof connectToServer>>;
export type ServerSymbol = SymbolList['symbols'][number];

export async function connectToServer(url: string, repository: string) {
  const client = createClient({ baseUrl: url });
  const { id } = await findRepository(client, repository);
  const { skipped } = await client.coverage(id);
  return {
    /** Files that the server skipped, such as generated ones. */
    skipped: new Set(skipped.map(({ path }) => path)),
    /** Definitions with exactly this name. */
    symbols: async (name: string): Promise<readonly ServerSymbol[]> => {
      const { symbols } = await client.symbols(id, name);
      return symbols.filter((symbol) => symbol.name === name);
    },
    /** Definitions of a file; empty if the server has no such file. */
    outline: async (path: string): Promise<readonly ServerSymbol[]> => {
      const list = await undefinedIfNotFound(client.outline(id, path));
      return list?.symbols ?? [];
    },
    /** Undefined if the server finds no such definition or file. */
    graph: (query: GraphQuery, parameters: GraphParameters): Promise<GraphAnswer | undefined> =>
      undefinedIfNotFound(client.graph(id, query, { ...parameters, limit: 5000 })),
  };
}

async function undefinedIfNotFound<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (thrown) {
    if (thrown instanceof ProblemError && thrown.problem.status === 404) return undefined;
    throw thrown;
  }
}

/** Maps items with at most `maxConcurrentCalls` concurrent calls. Results have the order of the items. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  request: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) results[index] = await request(item);
    }
  };
  await Promise.all(Array.from({ length: maxConcurrentCalls }, worker));
  return results;
}
