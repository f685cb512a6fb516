/**
 * Loads the graph in the address: the neighborhood of the focus and of each expanded node. A change of the address loads only what
 * the change affects, and loaded expansions are reused.
 */
import { untrack } from 'svelte';
import { SvelteMap } from 'svelte/reactivity';
import {
  type GraphAnswer,
  type Problem,
  createAbortableApi,
  type GraphParameters,
  type GraphQuery,
} from '../../../api.ts';
import { createLatestQuery } from '../../../latest-query.svelte.ts';
import type { GraphAddress, NodeName } from '../page/graph-address.ts';
import { mergeGraph, type ExploredGraph } from './explored-graph.ts';
import type { Direction } from '../page/graph-path.ts';

interface GraphExplorer {
  /** Undefined before the first answer, and without a focus. */
  readonly graph: ExploredGraph | undefined;
  readonly answer: GraphAnswer | undefined;
  readonly problem: Problem | undefined;
  readonly isLoading: boolean;
  /** The number of expanded nodes that could not be loaded. */
  readonly failedCount: number;
  readonly retry: () => void;
}

/** More nodes than the page shows at once, so that filters can reveal others. */
const maxNodes = 600;
/** The limit for one expanded node. */
const maxNeighbors = 150;

/** Call it during component initialization. */
export function createGraphExplorer(page: {
  readonly repositoryId: () => string;
  readonly address: () => GraphAddress;
}): GraphExplorer {
  function buildMainRequest(): GraphRequest | null {
    const [address, repositoryId] = [page.address(), page.repositoryId()];
    const { focus, depth } = address;
    return focus === null
      ? null
      : buildGraphRequest({ repositoryId, address }, focus, { depth, limit: maxNodes });
  }

  // Compared by value, so that other changes of the address send no request.
  const requestKey = $derived(JSON.stringify(buildMainRequest()));
  const main = createLatestQuery({
    request: () => {
      void requestKey;
      return untrack(buildMainRequest);
    },
    load: queryGraph,
    debounceMs: 0,
  });
  const expansions = createGraphExpansions(() => {
    const [address, repositoryId] = [page.address(), page.repositoryId()];
    const reach = { depth: 1, limit: maxNeighbors };
    return address.expanded.map((name) => buildGraphRequest({ repositoryId, address }, name, reach));
  });
  const graph = $derived.by(() => {
    if (main.answer === undefined) return undefined;
    const loadedExpansions = expansions.current.filter(
      (expansion) => expansion !== undefined && expansion !== 'failed',
    );
    return mergeGraph(main.answer, loadedExpansions);
  });

  return {
    get graph() {
      return graph;
    },
    get answer() {
      return main.answer;
    },
    get problem() {
      return main.problem;
    },
    get isLoading() {
      return main.isLoading || expansions.current.includes(undefined);
    },
    get failedCount() {
      return expansions.current.filter((expansion) => expansion === 'failed').length;
    },
    retry: main.retry,
  };
}

/** Undefined while it is loading. */
type Expansion = GraphAnswer | 'failed' | undefined;

/** Loads each expansion once. The results are in the order of the requests. */
function createGraphExpansions(requests: () => readonly GraphRequest[]): {
  readonly current: readonly Expansion[];
} {
  /** Keyed by the whole request, which includes the direction and the edge kinds. */
  const results = new SvelteMap<string, Exclude<Expansion, undefined>>();
  const current = $derived(requests().map((request) => results.get(JSON.stringify(request))));

  $effect(() => {
    const controller = new AbortController();
    for (const request of requests()) {
      const key = JSON.stringify(request);
      const previous = untrack(() => results.get(key));
      if (previous !== undefined && previous !== 'failed') continue;
      const store = (result: Exclude<Expansion, undefined>): void => {
        if (!controller.signal.aborted) results.set(key, result);
      };
      queryGraph(request, controller.signal).then(store, () => store('failed'));
    }
    return () => controller.abort();
  });

  return {
    get current() {
      return current;
    },
  };
}

interface GraphRequest {
  readonly repositoryId: string;
  readonly query: GraphQuery;
  readonly parameters: GraphParameters;
}

/** The maximum distance and the maximum number of nodes. */
interface Reach {
  readonly depth: number;
  readonly limit: number;
}

const queryByDirection: Readonly<Record<Direction, GraphQuery>> = {
  both: 'neighbours',
  in: 'dependents',
  out: 'dependencies',
};

function buildGraphRequest(
  place: {
    readonly repositoryId: string;
    readonly address: Pick<GraphAddress, 'direction' | 'kinds' | 'tiers' | 'version'>;
  },
  name: NodeName,
  reach: Reach,
): GraphRequest {
  const { direction, kinds, tiers, version } = place.address;
  const isPackage = name.symbol?.startsWith('package:') === true;
  return {
    repositoryId: place.repositoryId,
    query: queryByDirection[direction],
    parameters: {
      ...(isPackage ? { id: name.symbol } : { symbol: name.symbol, path: name.path }),
      ...reach,
      kinds: kinds.join(','),
      tiers: tiers.join(','),
      text: 'true',
      version,
    },
  };
}

function queryGraph(
  { repositoryId, query, parameters }: GraphRequest,
  signal: AbortSignal,
): Promise<GraphAnswer> {
  return createAbortableApi(signal).graph(repositoryId, query, parameters, signal);
}
