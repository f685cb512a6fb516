/** Adds passages of code to an uncertain answer from the graph. Both parts share one list of evidence. */

import type { Services } from '../../services.ts';
import type { ResolvedSnapshot } from '../../versions/resolve-snapshot.ts';
import type { AnswerSearch } from '../answer-request.ts';
import { draftFromPassages } from '../passages/draft-from-passages.ts';
import type { GraphDraft } from './draft-from-graph.ts';

const maxPassages = 2;
const maxSentences = 3;

/** @returns undefined where no passage answers the question */
export async function addPassages(
  services: Services,
  resolved: ResolvedSnapshot,
  uncertain: { readonly text: string; readonly draft: GraphDraft } & Pick<AnswerSearch, 'find'>,
): Promise<GraphDraft | undefined> {
  const { draft } = uncertain;
  const finding = await uncertain.find(uncertain.text);
  const known = draft.evidence;
  const passages = await draftFromPassages(services, resolved, { finding, count: maxPassages, known });
  const { first, rest } = passages;
  if (first === undefined) return undefined;
  function* both(): Generator<string> {
    yield* draft.rest;
    yield '### What the code says\n\n';
    yield first ?? '';
    let count = 1;
    for (const sentence of rest) {
      if (count === maxSentences) break;
      yield sentence;
      count += 1;
    }
  }
  return { ...draft, evidence: new Map([...passages.evidence, ...known]), rest: both() };
}
