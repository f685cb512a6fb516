/** Describes request options that a search by similarity alone does not use. */

import { modalities } from '../../../retrieval/search/retrieve-by-modality.ts';
import type { Services } from '../../services.ts';
import type { RetrievalRequest } from './finding.ts';

const reason = 'a search with `codeQuery`, `weights` or `similarity` ranks by similarity alone';
const noEmbedder = 'this deployment has no embedder (EMBEDDER is none)';

/** Returns one sentence for each unused option; empty for the default ranking. */
export function modalityNotes(
  { dense }: Pick<Services, 'dense'>,
  {
    modalityQuery,
    ranking = {},
    refining = {},
  }: Pick<RetrievalRequest, 'modalityQuery' | 'ranking' | 'refining'>,
): readonly string[] {
  if (modalityQuery === undefined) return [];
  const unused = {
    fusion: ranking.fusion,
    reranker: refining.reranking,
    without: ranking.without,
    fileSelection: refining.fileSelection,
    pickedWeight: refining.pickedWeight,
  };
  const notes = Object.entries(unused)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => `\`${name}\` is ignored: ${reason}.`);
  const { code, weights, bounds } = modalityQuery;
  if (dense === undefined && weights.textDense + weights.codeDense > 0)
    notes.push(`Searched by keywords only: ${noEmbedder}.`);
  if (code !== undefined && (dense === undefined || weights.codeDense === 0))
    notes.push(`\`codeQuery\` is ignored: ${dense === undefined ? noEmbedder : '`weights.codeDense` is 0'}.`);
  for (const modality of modalities)
    if (weights[modality] === 0 && (bounds[modality].least > 0 || bounds[modality].most < 1))
      notes.push(`\`similarity.${modality}\` is ignored: \`weights.${modality}\` is 0.`);
  return notes;
}
