/** Finds the definitions and files that the query text may refer to. If no definition matches, it finds similar names. */
import { createAbortableApi, nearestNames, ProblemError } from '../../../api.ts';
import type { NodeName } from './graph-address.ts';

export interface FocusCandidate {
  readonly key: string;
  /** Null for a similar name, whose kind is unknown. */
  readonly kind: string | null;
  readonly label: string;
  readonly detail: string;
  readonly name: NodeName;
}

interface FocusQuery {
  readonly match: string;
  readonly repositoryId: string;
  readonly version: string | undefined;
}

const maxResults = 8;

export async function findFocusCandidates(
  query: FocusQuery,
  signal: AbortSignal,
): Promise<readonly FocusCandidate[]> {
  const [symbols, files] = await Promise.all([
    // Names of definitions contain no spaces.
    /\s/.test(query.match) ? [] : findSymbols(query, signal),
    createAbortableApi(signal).findFiles(query.repositoryId, query.match, query.version),
  ]);
  return [
    ...symbols,
    ...files.files.slice(0, maxResults).map(({ path }) => ({
      key: path,
      kind: 'file',
      label: path.slice(path.lastIndexOf('/') + 1),
      detail: path,
      name: { symbol: undefined, path },
    })),
  ];
}

async function findSymbols(query: FocusQuery, signal: AbortSignal): Promise<readonly FocusCandidate[]> {
  const { symbols } = await createAbortableApi(signal).symbolsWithPrefix(
    query.repositoryId,
    query.match,
    maxResults,
    query.version,
  );
  if (symbols.length === 0) return findNearestNames(query, signal);
  return symbols.map(({ id, kind, qualifiedName, path, nameLine }) => ({
    key: id,
    kind,
    label: qualifiedName,
    detail: `${path}:${nameLine}`,
    name: { symbol: qualifiedName, path },
  }));
}

async function findNearestNames(
  { match, repositoryId, version }: FocusQuery,
  signal: AbortSignal,
): Promise<readonly FocusCandidate[]> {
  try {
    await createAbortableApi(signal).graph(repositoryId, 'neighbours', { symbol: match, limit: 1, version });
    return [];
  } catch (thrown) {
    const nearestMatches = thrown instanceof ProblemError ? nearestNames(thrown.problem) : null;
    if (nearestMatches === null) throw thrown;
    return nearestMatches.map(({ name, path }) => ({
      key: `${path}|${name}`,
      kind: null,
      label: name,
      detail: path,
      name: { symbol: name, path },
    }));
  }
}
