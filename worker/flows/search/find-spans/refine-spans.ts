/** Refines a ranking: adds picked files, then a cross-encoder or a model reranks the best spans. */

import type { Question, RerankerChoice } from '../../../core/answers/question.ts';
import type { FileSelection } from '../../../core/settings.ts';
import type { Reranker } from '../../../ports/reranker.ts';
import { mergePickedFiles } from '../../../retrieval/ranking/merge-picked-files.ts';
import { pickFiles, type PickedFile } from '../../../retrieval/search/pick-files.ts';
import type { RankedSpan, Ranker } from '../../../retrieval/ranking/rank-spans.ts';
import { rerankSpans } from '../../../retrieval/ranking/rerank-spans.ts';
import type { RetrievalScope, Retrieved } from '../../../retrieval/search/retrieve-spans.ts';
import type { ModelHelp } from '../../models/model-help.ts';
import { createModelReranker } from '../../models/model-reranker.ts';
import { selectFiles } from '../../models/select-files.ts';
import type { Services } from '../../services.ts';
import { isSymbolKind } from '../../../core/code/symbol.ts';
import { filterByKind } from '../filter-by-kind.ts';
import { splitExclusions } from '../split-exclusions.ts';

/** The options of a request. Undefined means the default of the deployment. */
export interface RefinementOptions {
  /** What reranks after the learned ranker. */
  readonly reranking?: Reranking | undefined;
  readonly fileSelection?: FileSelection | undefined;
  readonly pickedWeight?: number | undefined;
}

interface Refinement {
  readonly spans: readonly RankedSpan[];
  /** Sentences about requested steps that could not run. */
  readonly notes: readonly string[];
}

type RefinementServices = Pick<Services, 'settings' | 'textIndex' | 'chunkStore' | 'reranker'>;

interface RefinementInput {
  readonly retrieved: Retrieved;
  readonly refining: RefinementOptions;
  /** Requested kinds in canonical form. Spans of other kinds are not reranked and come last, where a later filter drops them. */
  readonly kinds: readonly string[];
  /** Undefined if no model may help. */
  readonly help?: ModelHelp | undefined;
}

const noCrossEncoder =
  'Ordered by the learned ranker only: this deployment has no cross-encoder (RERANKER is learned).';

export async function refineSpans(
  services: RefinementServices,
  scope: RetrievalScope,
  question: Question,
  input: RefinementInput,
): Promise<Refinement> {
  const { retrieved, refining, kinds } = input;
  const { picked, notes } = await pickRelevantFiles(services, scope, question, input);
  const weight = refining.pickedWeight ?? services.settings.retrieval.pickedWeight;
  const merged = mergePickedFiles(retrieved.spans, picked, weight);
  const reranking = chooseReranking(services, input);
  const reranker = createReranker(services, reranking, input);
  if (reranker === undefined)
    return { spans: merged, notes: reranking === 'cross-encoder' ? [...notes, noCrossEncoder] : notes };
  const eligible = await filterByKind(services, scope.key, merged, kinds);
  const { spans, note } = await rerankSpans(reranker, {
    question: question.text,
    spans: eligible,
    count: services.settings.retrieval.rerankK,
    signal: reranking === 'model' ? 'model' : 'crossEncoder',
  });
  const eligibleSpans = new Set(eligible);
  return {
    spans: [...spans, ...merged.filter((span) => !eligibleSpans.has(span))],
    notes: note === undefined ? notes : [...notes, note],
  };
}

/** Picks files with a model. If it fails, or by default, picks them by their definitions with `pickFiles`. */
async function pickRelevantFiles(
  services: RefinementServices,
  scope: RetrievalScope,
  question: Question,
  { retrieved, refining, kinds, help }: RefinementInput,
): Promise<{ readonly picked: readonly PickedFile[]; readonly notes: readonly string[] }> {
  const selection = refining.fileSelection ?? services.settings.retrieval.fileSelection;
  const { frequencies, presentForms, spans } = retrieved;
  if (selection === 'none' || (selection === 'model' && help === undefined)) return { picked: [], notes: [] };
  const found = [...new Set(spans.map(({ chunk }) => chunk.path))].slice(0, maxFound);
  const selected =
    selection === 'model' && help !== undefined
      ? await selectFiles(services, scope, question, {
          help,
          indexTerms: { frequencies, presentForms },
          found,
        })
      : undefined;
  const notes = selected?.note === undefined ? [] : [selected.note];
  if (selected?.picked !== undefined) return { picked: selected.picked, notes };
  // A picked chunk does not state the kinds of its definitions, so any source chunk may match.
  const { included } = splitExclusions(kinds);
  const pickable = included.some(isSymbolKind) ? [...included, 'source'] : included;
  return {
    picked: await pickFiles(services, scope, question, {
      frequencies,
      presentForms,
      kinds: pickable,
    }),
    notes,
  };
}

/** Maximum ranked files at the start of the list that a model receives. */
const maxFound = 30;

/** Chooses the reranking of the request, else the default of the deployment. */
function chooseReranking(
  { settings, reranker }: RefinementServices,
  { refining, help }: RefinementInput,
): Reranking {
  if (refining.reranking !== undefined) return refining.reranking;
  if (settings.retrieval.modelReranks) return help === undefined ? 'none' : 'model';
  return reranker === undefined ? 'none' : 'cross-encoder';
}

function createReranker(
  { reranker }: RefinementServices,
  reranking: Reranking,
  { help }: RefinementInput,
): Reranker | undefined {
  if (reranking === 'cross-encoder') return reranker;
  return reranking === 'model' && help !== undefined ? createModelReranker(help) : undefined;
}

/** Whether a cross-encoder, a generative model or nothing reranks the best spans. */
export type Reranking = 'cross-encoder' | 'model' | 'none';

interface ChosenRanker {
  readonly ranker: Ranker;
  /** Undefined means the default of the deployment. */
  readonly reranking: Reranking | undefined;
}

/** Splits the reranker option of a request into its two steps: the ranker and the reranking. */
export function chooseRanker(reranker: RerankerChoice | undefined): ChosenRanker {
  if (reranker === undefined) return { ranker: 'learned', reranking: undefined };
  if (reranker === 'cross-encoder' || reranker === 'model') return { ranker: 'learned', reranking: reranker };
  return { ranker: reranker, reranking: 'none' };
}
