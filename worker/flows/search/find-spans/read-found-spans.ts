/** Reads spans of a ranking: the best spans to show, the spans that the assessment uses, and the spans that the graph connects. */

import type { Question } from '../../../core/answers/question.ts';
import type { SnapshotKey } from '../../../core/repositories/repository.ts';
import { expandSpans } from '../../../retrieval/graph/expand-spans.ts';
import type { DeduplicatedSpan } from '../../../retrieval/ranking/deduplicate-spans.ts';
import type { RankedSpan } from '../../../retrieval/ranking/rank-spans.ts';
import { readPassages } from '../../../retrieval/search/read-passages.ts';
import type { RetrievalScope } from '../../../retrieval/search/retrieve-spans.ts';
import type { Services } from '../../services.ts';
import { filterByKind } from '../filter-by-kind.ts';
import type { FoundSpan } from './finding.ts';

/** Number of first spans that the assessment uses, and that are read even if fewer are requested. */
const maxAssessed = 8;
/** Number of lower-ranked documents that the assessment uses too. */
const lowerRankedDocuments = 2;

/**
 * @returns `spans`: the first spans, as many as requested. `assessed`: always the same number of first spans, and some documents below them.
 * Sources that match equally well outrank documents, but a document may contain the answer too.
 */
export async function readBestSpans(
  { chunkStore }: Pick<Services, 'chunkStore'>,
  key: SnapshotKey,
  ranked: readonly DeduplicatedSpan[],
  count: number,
): Promise<{ readonly spans: readonly FoundSpan[]; readonly assessed: readonly FoundSpan[] }> {
  const first = ranked.slice(0, Math.max(count, maxAssessed));
  const documents = ranked
    .slice(maxAssessed)
    .filter(({ chunk }) => chunk.role === 'docs')
    .slice(0, lowerRankedDocuments);
  const selected = [...new Set([...first, ...documents])];
  const read = await readPassages(chunkStore, key, selected);
  const pick = (requested: readonly DeduplicatedSpan[]): readonly FoundSpan[] => {
    const chosen = new Set(requested);
    return read.filter((span) => chosen.has(span.ranked));
  };
  return { spans: pick(first), assessed: [...pick(documents), ...pick(ranked.slice(0, maxAssessed))] };
}

/** Reads spans that the graph connects to the ranked spans, within the requested paths and kinds. */
export async function readRelatedSpans(
  services: Services,
  { key, paths }: RetrievalScope,
  from: {
    readonly question: Question;
    readonly ranked: readonly RankedSpan[];
    readonly kinds: readonly string[];
  },
): Promise<readonly FoundSpan[]> {
  const related = await expandSpans(services, key, from);
  const spansOfKinds = await filterByKind(services, key, related, from.kinds);
  const spansInPaths = spansOfKinds.filter(({ chunk }) => paths?.includes(chunk.path) !== false);
  return readPassages(services.chunkStore, key, spansInPaths);
}
