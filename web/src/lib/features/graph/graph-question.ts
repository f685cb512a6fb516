/** What the server is asked for the surroundings of a node. */
import { createAbortableApi, type GraphAnswer, type GraphParameters, type GraphQuery } from '../../api.ts';
import type { GraphAddress, NodeName } from './graph-address.ts';
import type { Direction } from './graph-path.ts';

export interface GraphQuestion {
  readonly repositoryId: string;
  readonly query: GraphQuery;
  readonly parameters: GraphParameters;
}

/** How far to go from a node, and how many nodes to bring at most. */
interface Reach {
  readonly depth: number;
  readonly limit: number;
}

const queries: Readonly<Record<Direction, GraphQuery>> = {
  both: 'neighbours',
  in: 'dependents',
  out: 'dependencies',
};

export function graphQuestion(
  place: {
    readonly repositoryId: string;
    readonly address: Pick<GraphAddress, 'direction' | 'kinds' | 'tiers' | 'version'>;
  },
  name: NodeName,
  reach: Reach,
): GraphQuestion {
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

export function askGraph(
  { repositoryId, query, parameters }: GraphQuestion,
  signal: AbortSignal,
): Promise<GraphAnswer> {
  return createAbortableApi(signal).graph(repositoryId, query, parameters, signal);
}
