/** What is done to a ranking once it is there: files picked beside it join, and a cross-encoder reads the best of it again. */

import type { Question } from '../core/question.ts';
import type { FileSelection } from '../core/settings.ts';
import { joinPicked } from '../retrieval/join-picked.ts';
import { pickFiles } from '../retrieval/pick-files.ts';
import type { RankedSpan } from '../retrieval/rank-spans.ts';
import { rerankSpans } from '../retrieval/rerank-spans.ts';
import type { RetrievalScope, Retrieved } from '../retrieval/retrieve-spans.ts';
import type { Services } from './services.ts';
import { isDefinitionKind, siftByKind } from './wanted-kinds.ts';

/** What a request says of it; what it leaves undefined is as the deployment has it. */
export interface Refining {
  /** Whether a cross-encoder has the last word. */
  readonly crossEncodes?: boolean | undefined;
  readonly fileSelection?: FileSelection | undefined;
  readonly pickedWeight?: number | undefined;
}

export interface Refinement {
  readonly spans: readonly RankedSpan[];
  /** What could not be done as it was asked. */
  readonly note: string | undefined;
}

const noCrossEncoder =
  'Ordered by the fitted ranker alone: this deployment has no cross-encoder (RERANKER is learned).';

/** @param kinds those that are wanted, as `usualKind` has them; spans of others are not read again and come last, to be sifted out */
export async function refineSpans(
  services: Pick<Services, 'settings' | 'textIndex' | 'chunkStore' | 'reranker'>,
  scope: RetrievalScope,
  question: Question,
  {
    retrieved,
    refining,
    kinds,
  }: {
    readonly retrieved: Retrieved;
    readonly refining: Refining;
    readonly kinds: readonly string[];
  },
): Promise<Refinement> {
  const { fileSelection, pickedWeight, rerankK } = services.settings.retrieval;
  const selects = (refining.fileSelection ?? fileSelection) === 'map';
  const { frequencies, heldForms } = retrieved;
  // Of a piece that is found the kinds of what it defines are not told: any of a source may be of them.
  const pickable = kinds.some(isDefinitionKind) ? [...kinds, 'source'] : kinds;
  const held = { frequencies, heldForms, kinds: pickable };
  const picked = selects ? await pickFiles(services, scope, question, held) : [];
  const joined = joinPicked(retrieved.spans, picked, refining.pickedWeight ?? pickedWeight);
  const { reranker } = services;
  if (refining.crossEncodes === false) return { spans: joined, note: undefined };
  if (reranker === undefined)
    return { spans: joined, note: refining.crossEncodes === true ? noCrossEncoder : undefined };
  const wanted = await siftByKind(services, scope.key, joined, kinds);
  const { spans, note } = await rerankSpans(reranker, {
    question: question.text,
    spans: wanted,
    count: rerankK,
  });
  const isWanted = new Set(wanted);
  return { spans: [...spans, ...joined.filter((span) => !isWanted.has(span))], note };
}
