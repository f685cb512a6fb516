/** Client calls for the code graph, and the closest matches for an unknown name in a problem. */
import type {
  Definitions,
  GraphAnswer,
  GraphExport,
  GraphParameters,
  GraphQuery,
  RepositoryMap,
} from './schema.ts';
import type { Problem } from '../problem.ts';
import { repositoryPath as repository } from '../request.ts';
import { queryString } from '../encode-request.ts';

export function graphCalls(request: (path: string, init?: RequestInit) => Promise<Response>) {
  const json = async <T>(path: string, init?: RequestInit): Promise<T> =>
    (await request(path, init)).json() as Promise<T>;
  const text = async (path: string): Promise<string> => (await request(path)).text();

  return {
    graph: (id: string, query: GraphQuery, parameters: GraphParameters, signal?: AbortSignal) =>
      json<GraphAnswer>(
        `${repository(id)}/graph/${query}${queryString({ ...parameters, format: 'json' })}`,
        signal === undefined ? {} : { signal },
      ),
    graphCsv: (id: string, query: GraphQuery, parameters: GraphParameters) =>
      text(`${repository(id)}/graph/${query}${queryString({ ...parameters, format: 'csv' })}`),
    exportGraphml: (id: string, version?: string) =>
      text(`${repository(id)}/graph${queryString({ version, format: 'graphml' })}`),
    exportGraph: (id: string, version?: string) =>
      json<GraphExport>(`${repository(id)}/graph${queryString({ version })}`),
    repositoryMap: (id: string, limit?: number, version?: string) =>
      json<RepositoryMap>(`${repository(id)}/map${queryString({ limit, version })}`),
    /** Resolves a name at a position to its definitions. */
    definition: (id: string, position: { path: string; line: number; name: string }, version?: string) =>
      json<Definitions>(`${repository(id)}/definition${queryString({ ...position, version })}`),
  };
}

interface NearestName {
  readonly name: string;
  readonly path: string;
}

/** The closest matches in a `symbol_not_found` problem; null for any other problem. */
export function nearestNames(problem: Pick<Problem, 'code' | 'details'>): readonly NearestName[] | null {
  if (problem.code !== 'symbol_not_found') return null;
  const nearest: unknown = problem.details?.['nearest'];
  return Array.isArray(nearest) ? nearest.filter(isNearestName) : [];
}

function isNearestName(value: unknown): value is NearestName {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'name' in value && typeof value.name === 'string' && 'path' in value && typeof value.path === 'string'
  );
}
