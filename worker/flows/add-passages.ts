/** An answer of the graph that is not sure, with what the code says of it in words: both ways of answering, one list of evidence. */

import type { GraphDraft } from './answer-from-graph.ts';
import { draftAnswer } from './draft-answer.ts';
import type { ResolvedSnapshot } from './versions/resolve-snapshot.ts';
import type { AnswerSearch } from './search-for-answer.ts';
import type { Services } from './services.ts';

const passagesAdded = 2;
const sentencesAdded = 3;

/** @returns undefined where no passage answers it */
export async function addPassages(
  services: Services,
  resolved: ResolvedSnapshot,
  asked: { readonly text: string; readonly draft: GraphDraft } & Pick<AnswerSearch, 'find'>,
): Promise<GraphDraft | undefined> {
  const { draft } = asked;
  const finding = await asked.find(asked.text);
  const known = draft.evidence;
  const beside = await draftAnswer(services, resolved, { finding, count: passagesAdded, known });
  const { first, rest } = beside;
  if (first === undefined) return undefined;
  function* both(): Generator<string> {
    yield* draft.rest;
    yield '### What the code says\n\n';
    yield first ?? '';
    let told = 1;
    for (const sentence of rest) {
      if (told === sentencesAdded) break;
      yield sentence;
      told += 1;
    }
  }
  return { ...draft, evidence: new Map([...beside.evidence, ...known]), rest: both() };
}
