/**
 * Asks the server what an address of the search page means, in the mode it names. The last answers are kept, so that going
 * back shows at once what was there.
 */
import { api, type GrepResponse, type PathMatches, type SearchResponse } from '../../api.ts';
import { activeFilters, formatSearchAddress, type FilterKind, type SearchAddress } from './search-address.ts';

export type SearchOutcome = { readonly address: SearchAddress } & (
  | { readonly mode: 'hybrid'; readonly answer: SearchResponse }
  | { readonly mode: 'regex'; readonly answer: GrepResponse }
  | { readonly mode: 'path'; readonly answer: PathMatches }
);

interface SearchQuestion {
  readonly repositoryId: string;
  /** What is served now: an answer of another snapshot is none. */
  readonly snapshotId: string | null;
  readonly address: SearchAddress;
}

/** How many results are asked for at first, and then. */
export const resultLimits = {
  hybrid: { first: 10, more: 50 },
  regex: { first: 200, more: 1000 },
} as const;

const kept = new Map<string, SearchOutcome>();
const mostKept = 20;

export function knownOutcome(question: SearchQuestion): SearchOutcome | undefined {
  return kept.get(keyOf(question));
}

/** @throws ProblemError */
export async function runSearch(question: SearchQuestion, signal: AbortSignal): Promise<SearchOutcome> {
  const outcome = await ask(question, signal);
  kept.set(keyOf(question), outcome);
  const [oldest] = kept.keys();
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  return outcome;
}

async function ask({ repositoryId, address }: SearchQuestion, signal: AbortSignal): Promise<SearchOutcome> {
  const of = (kind: FilterKind): string[] =>
    activeFilters(address)
      .filter((filter) => filter.kind === kind)
      .map((filter) => filter.value);
  const version = address.version === undefined ? {} : { version: address.version };
  const limitOf = (mode: keyof typeof resultLimits): number =>
    resultLimits[mode][address.more ? 'more' : 'first'];
  if (address.mode === 'path')
    return {
      address,
      mode: 'path',
      answer: await api.findFiles(repositoryId, address.query.trim(), address.version, signal),
    };
  if (address.mode === 'regex') {
    const filters = { paths: of('path'), languages: of('language') };
    const { query: pattern, ignoreCase } = address;
    const body = { pattern, ignoreCase, ...filters, context: 2, limit: limitOf('regex'), ...version };
    return { address, mode: 'regex', answer: await api.grep(repositoryId, body, signal) };
  }
  const filters = {
    paths: of('path'),
    languages: of('language'),
    kinds: of('kind'),
    packages: of('package'),
    tags: of('tag'),
  };
  const body = { query: address.query, topK: limitOf('hybrid'), filters, ...version };
  return { address, mode: 'hybrid', answer: await api.search(repositoryId, body, signal) };
}

function keyOf({ repositoryId, snapshotId, address }: SearchQuestion): string {
  return `${repositoryId} ${snapshotId} ${formatSearchAddress(address)}`;
}
