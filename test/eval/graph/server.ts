/** The server asked, a few calls at a time, and what it said kept. */

import { createClient, ProblemError } from '../../../worker/contract/client.ts';
import type { GraphAnswer, GraphParameters, GraphQuery } from '../../../worker/contract/graph.ts';
import type { SymbolList } from '../../../worker/contract/file.ts';
import { findRepository } from '../../../clients/cli/find-repository.ts';

const callsAtOnce = 4;

export type Server = Awaited<ReturnType<typeof connectTo>>;
export type FoundSymbol = SymbolList['symbols'][number];

export async function connectTo(url: string, repository: string) {
  const client = createClient({ baseUrl: url });
  const { id } = await findRepository(client, repository);
  const { skipped } = await client.coverage(id);
  return {
    /** Files it left out, as generated ones. */
    skipped: new Set(skipped.map(({ path }) => path)),
    /** Definitions that bear exactly this name. */
    symbols: async (name: string): Promise<readonly FoundSymbol[]> => {
      const { symbols } = await client.symbols(id, name);
      return symbols.filter((symbol) => symbol.name === name);
    },
    /** Definitions of a file; none where the server has no such file. */
    outline: async (path: string): Promise<readonly FoundSymbol[]> => {
      const list = await unlessMissing(client.outline(id, path));
      return list?.symbols ?? [];
    },
    /** Undefined where the server knows nothing of that name. */
    graph: (query: GraphQuery, parameters: GraphParameters): Promise<GraphAnswer | undefined> =>
      unlessMissing(client.graph(id, query, { ...parameters, limit: 5000 })),
  };
}

async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof ProblemError && thrown.problem.status === 404) return undefined;
    throw thrown;
  }
}

/** In the order of the items, so many at once as the server is asked. */
export async function eachOf<Item, Result>(
  items: readonly Item[],
  ask: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at];
      if (item !== undefined) results[at] = await ask(item);
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, worker));
  return results;
}
