/**
 * What the ask page keeps in its address: the question, and the source opened beside the answer. A reload or a shared
 * link shows the same; back closes the source, then goes to the question before.
 */
import { formatLineHash, parseLineRange, type LineRange } from '../code/line-range.ts';

export interface OpenSource {
  readonly path: string;
  readonly range: LineRange | null;
}

export interface AskAddress {
  readonly question: string;
  readonly source: OpenSource | null;
}

export function readAskAddress(url: {
  readonly searchParams: { readonly get: (name: string) => string | null };
  readonly hash: string;
}): AskAddress {
  const path = url.searchParams.get('source') ?? '';
  return {
    question: (url.searchParams.get('q') ?? '').trim(),
    source: path === '' ? null : { path, range: parseLineRange(url.hash) },
  };
}

/** The query and hash, to be put behind the page's path; empty for the page without a question. */
export function formatAskAddress(address: AskAddress): string {
  const query = new URLSearchParams();
  if (address.question !== '') query.set('q', address.question);
  if (address.source !== null) query.set('source', address.source.path);
  const hash = address.source?.range ? formatLineHash(address.source.range) : '';
  return query.size === 0 ? '' : `?${query.toString()}${hash}`;
}
