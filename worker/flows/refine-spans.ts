/** What is done to a ranking once it is there: files picked beside it join, and a cross-encoder or a model reads the best of it again. */

import type { Question } from '../core/question.ts';
import type { FileSelection } from '../core/settings.ts';
import type { Reranker } from '../ports/reranker.ts';
import { joinPicked } from '../retrieval/join-picked.ts';
import { pickFiles, type PickedFile } from '../retrieval/pick-files.ts';
import type { RankedSpan } from '../retrieval/rank-spans.ts';
import { rerankSpans } from '../retrieval/rerank-spans.ts';
import type { RetrievalScope, Retrieved } from '../retrieval/retrieve-spans.ts';
import type { Rereading } from './choose-ranker.ts';
import type { ModelHelp } from './generation/model-help.ts';
import { createModelReranker } from './generation/model-reranker.ts';
import { selectFiles } from './generation/select-files.ts';
import type { Services } from './services.ts';
import { isDefinitionKind, siftByKind } from './search/wanted-kinds.ts';

/** What a request says of it; what it leaves undefined is as the deployment has it. */
export interface Refining {
  /** What has the last word after the fitted ranker. */
  readonly rereads?: Rereading | undefined;
  readonly fileSelection?: FileSelection | undefined;
  readonly pickedWeight?: number | undefined;
}

interface Refinement {
  readonly spans: readonly RankedSpan[];
  /** What could not be done as it was asked. */
  readonly notes: readonly string[];
}

type Needed = Pick<Services, 'settings' | 'textIndex' | 'chunkStore' | 'reranker'>;

interface Refined {
  readonly retrieved: Retrieved;
  readonly refining: Refining;
  /** Those that are wanted, as `usualKind` has them; spans of others are not read again and come last, to be sifted out. */
  readonly kinds: readonly string[];
  /** Undefined where no model is to have a say. */
  readonly help?: ModelHelp | undefined;
}

const noCrossEncoder =
  'Ordered by the fitted ranker alone: this deployment has no cross-encoder (RERANKER is learned).';

export async function refineSpans(
  services: Needed,
  scope: RetrievalScope,
  question: Question,
  refined: Refined,
): Promise<Refinement> {
  const { retrieved, refining, kinds } = refined;
  const { picked, notes } = await picks(services, scope, question, refined);
  const weight = refining.pickedWeight ?? services.settings.retrieval.pickedWeight;
  const joined = joinPicked(retrieved.spans, picked, weight);
  const rereads = rereadingOf(services, refined);
  const reranker = rerankerOf(services, rereads, refined);
  if (reranker === undefined)
    return { spans: joined, notes: rereads === 'cross-encoder' ? [...notes, noCrossEncoder] : notes };
  const wanted = await siftByKind(services, scope.key, joined, kinds);
  const { spans, note } = await rerankSpans(reranker, {
    question: question.text,
    spans: wanted,
    count: services.settings.retrieval.rerankK,
    signal: rereads === 'model' ? 'model' : 'crossEncoder',
  });
  const isWanted = new Set(wanted);
  return {
    spans: [...spans, ...joined.filter((span) => !isWanted.has(span))],
    notes: note === undefined ? notes : [...notes, note],
  };
}

/** By the map where a model was to pick them and did not. */
async function picks(
  services: Needed,
  scope: RetrievalScope,
  question: Question,
  { retrieved, refining, kinds, help }: Refined,
): Promise<{ readonly picked: readonly PickedFile[]; readonly notes: readonly string[] }> {
  const selection = refining.fileSelection ?? services.settings.retrieval.fileSelection;
  const { frequencies, heldForms, spans } = retrieved;
  if (selection === 'none' || (selection === 'model' && help === undefined)) return { picked: [], notes: [] };
  const found = [...new Set(spans.map(({ chunk }) => chunk.path))].slice(0, foundRead);
  const selected =
    selection === 'model' && help !== undefined
      ? await selectFiles(services, scope, question, { help, held: { frequencies, heldForms }, found })
      : undefined;
  const notes = selected?.note === undefined ? [] : [selected.note];
  if (selected?.picked !== undefined) return { picked: selected.picked, notes };
  // Of a piece that is found the kinds of what it defines are not told: any of a source may be of them.
  const pickable = kinds.some(isDefinitionKind) ? [...kinds, 'source'] : kinds;
  return {
    picked: await pickFiles(services, scope, question, { frequencies, heldForms, kinds: pickable }),
    notes,
  };
}

/** Files of the ranking that a model's list of the tree begins with. */
const foundRead = 30;

/** As the request has it, else as the deployment does. */
function rereadingOf({ settings, reranker }: Needed, { refining, help }: Refined): Rereading {
  if (refining.rereads !== undefined) return refining.rereads;
  if (settings.retrieval.modelReranks) return help === undefined ? 'none' : 'model';
  return reranker === undefined ? 'none' : 'cross-encoder';
}

function rerankerOf({ reranker }: Needed, rereads: Rereading, { help }: Refined): Reranker | undefined {
  if (rereads === 'cross-encoder') return reranker;
  return rereads === 'model' && help !== undefined ? createModelReranker(help) : undefined;
}
