/** Runs the search in an address of the search page. The last outcomes are cached, so that the back button shows them at once. */
import { api, type GrepResponse, type PathMatches, type SearchResponse } from '../../api.ts';
import { activeFilters, formatSearchAddress, type FilterKind, type SearchAddress } from './search-address.ts';

export type SearchOutcome = { readonly address: SearchAddress } & (
  | { readonly mode: 'hybrid'; readonly response: SearchResponse }
  | { readonly mode: 'regex'; readonly response: GrepResponse }
  | { readonly mode: 'path'; readonly response: PathMatches }
);

interface SearchRequest {
  readonly repositoryId: string;
  /** The current snapshot. Cached outcomes of other snapshots are not used. */
  readonly snapshotId: string | null;
  readonly address: SearchAddress;
}

/** The number of results at first, and after "Show more". */
export const resultLimits = {
  hybrid: { first: 10, more: 50 },
  regex: { first: 200, more: 1000 },
} as const;

const cachedOutcomes = new Map<string, SearchOutcome>();
const maxCachedOutcomes = 20;

export function readCachedOutcome(request: SearchRequest): SearchOutcome | undefined {
  return cachedOutcomes.get(cacheKey(request));
}

/** @throws ProblemError */
export async function runSearch(request: SearchRequest, signal: AbortSignal): Promise<SearchOutcome> {
  const outcome = await sendRequest(request, signal);
  cachedOutcomes.set(cacheKey(request), outcome);
  const [oldest] = cachedOutcomes.keys();
  if (cachedOutcomes.size > maxCachedOutcomes && oldest !== undefined) cachedOutcomes.delete(oldest);
  return outcome;
}

async function sendRequest(
  { repositoryId, address }: SearchRequest,
  signal: AbortSignal,
): Promise<SearchOutcome> {
  const filterValues = (kind: FilterKind): string[] =>
    activeFilters(address)
      .filter((filter) => filter.kind === kind)
      .map((filter) => filter.value);
  const version = address.version === undefined ? {} : { version: address.version };
  const limit = address.showsMore ? 'more' : 'first';
  if (address.mode === 'path')
    return {
      address,
      mode: 'path',
      response: await api.findFiles(repositoryId, address.query.trim(), address.version, signal),
    };
  if (address.mode === 'regex') {
    const filters = { paths: filterValues('path'), languages: filterValues('language') };
    const { query: pattern, ignoreCase } = address;
    const body = {
      pattern,
      ignoreCase,
      ...filters,
      context: 2,
      limit: resultLimits.regex[limit],
      ...version,
    };
    return { address, mode: 'regex', response: await api.grep(repositoryId, body, signal) };
  }
  const filters = {
    paths: filterValues('path'),
    languages: filterValues('language'),
    kinds: filterValues('kind'),
    packages: filterValues('package'),
    tags: filterValues('tag'),
  };
  const body = { query: address.query, topK: resultLimits.hybrid[limit], filters, ...version };
  return { address, mode: 'hybrid', response: await api.search(repositoryId, body, signal) };
}

function cacheKey({ repositoryId, snapshotId, address }: SearchRequest): string {
  return `${repositoryId} ${snapshotId} ${formatSearchAddress(address)}`;
}
