/** What the graph leads to from what was found, read. */

import type { Question } from '../core/question.ts';
import { expandSpans } from '../retrieval/expand-spans.ts';
import type { RankedSpan } from '../retrieval/rank-spans.ts';
import { readPassages } from '../retrieval/read-passages.ts';
import type { RetrievalScope } from '../retrieval/retrieve-spans.ts';
import type { FoundSpan } from './retrieve.ts';
import type { Services } from './services.ts';
import { siftByKind } from './search/wanted-kinds.ts';

/** Spans the graph leads to, within the paths and of the kinds asked for. */
export async function relatedSpans(
  services: Services,
  { key, paths }: RetrievalScope,
  from: {
    readonly question: Question;
    readonly ranked: readonly RankedSpan[];
    readonly kinds: readonly string[];
  },
): Promise<readonly FoundSpan[]> {
  const related = await expandSpans(services, key, from);
  const ofKinds = await siftByKind(services, key, related, from.kinds);
  const within = ofKinds.filter(({ chunk }) => paths?.includes(chunk.path) !== false);
  return readPassages(services.chunkStore, key, within);
}
