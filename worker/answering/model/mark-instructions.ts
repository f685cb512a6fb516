/** Evidence with the words in it, or in its name, that are addressed to a model: shown to the reader beside it, and held against claims. */

import { isOfCommit, isOfDiscussion, isOfLines, type AnyEvidence } from '../../core/evidence.ts';
import { findInstructions } from './find-instructions.ts';

export function markInstructions<Any extends AnyEvidence>(evidence: Any): Any {
  const instructs = findInstructions(`${namesOf(evidence)}\n\n${evidence.text}`);
  return instructs === undefined ? evidence : { ...evidence, instructs };
}

/** Whoever writes a file also names it. */
function namesOf(evidence: AnyEvidence): string {
  if (isOfCommit(evidence)) return evidence.subject;
  if (isOfDiscussion(evidence)) return evidence.title;
  return isOfLines(evidence) ? `${evidence.path}\n\n${evidence.symbol ?? ''}` : evidence.path;
}
