/** What a search by similarities alone has no use for, told to whoever asked for it. */

import { ways } from '../retrieval/retrieve-three-ways.ts';
import type { Asked } from './retrieve.ts';
import type { Services } from './services.ts';

const reason = 'a search with `codeQuery`, `weights` or `similarity` ranks by similarities alone';
const embedsNothing = 'this deployment embeds nothing (EMBEDDER is none)';

/** One sentence for each; none of a search that is ranked as usual. */
export function threeWayNotes(
  { dense }: Pick<Services, 'dense'>,
  { threeWays, ranking = {}, refining = {} }: Pick<Asked, 'threeWays' | 'ranking' | 'refining'>,
): readonly string[] {
  if (threeWays === undefined) return [];
  const unused = {
    fusion: ranking.fusion,
    reranker: refining.rereads,
    without: ranking.without,
    fileSelection: refining.fileSelection,
    pickedWeight: refining.pickedWeight,
  };
  const notes = Object.entries(unused)
    .filter(([, given]) => given !== undefined)
    .map(([name]) => `\`${name}\` has no part in it: ${reason}.`);
  const { code, weights, bounds } = threeWays;
  if (dense === undefined && weights.textDense + weights.codeDense > 0)
    notes.push(`Searched by words alone: ${embedsNothing}.`);
  if (code !== undefined && (dense === undefined || weights.codeDense === 0))
    notes.push(
      `\`codeQuery\` has no part in it: ${dense === undefined ? embedsNothing : '`weights.codeDense` is 0'}.`,
    );
  for (const way of ways)
    if (weights[way] === 0 && (bounds[way].least > 0 || bounds[way].most < 1))
      notes.push(`\`similarity.${way}\` has no part in it: \`weights.${way}\` is 0.`);
  return notes;
}
