/** Builds and sends the request for the neighborhood of a node. */
import { createAbortableApi, type GraphAnswer, type GraphParameters, type GraphQuery } from '../../../api.ts';
import type { GraphAddress, NodeName } from '../page/graph-address.ts';
import type { Direction } from '../page/graph-path.ts';

export interface GraphRequest {
  readonly repositoryId: string;
  readonly query: GraphQuery;
  readonly parameters: GraphParameters;
}

/** The maximum distance and the maximum number of nodes. */
interface Reach {
  readonly depth: number;
  readonly limit: number;
}

const queries: Readonly<Record<Direction, GraphQuery>> = {
  both: 'neighbours',
  in: 'dependents',
  out: 'dependencies',
};

export function buildGraphRequest(
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
    query: queries[direction],
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

export function queryGraph(
  { repositoryId, query, parameters }: GraphRequest,
  signal: AbortSignal,
): Promise<GraphAnswer> {
  return createAbortableApi(signal).graph(repositoryId, query, parameters, signal);
}
