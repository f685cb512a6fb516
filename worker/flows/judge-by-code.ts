/** Code that is there is an answer to whoever asks with it: then the words beside it have no say. */

import { holdsCode } from '../retrieval/holds-code.ts';
import type { Judgement } from '../retrieval/judge-confidence.ts';
import type { RankedSpan } from '../retrieval/rank-spans.ts';
import type { Asked } from './retrieve.ts';
import type { Services } from './services.ts';

/** @param judgement by the words, which stays where no code was asked with or what is found is not enough like it */
export function judgeByCode(
  { dense }: Pick<Services, 'dense'>,
  { threeWays }: Pick<Asked, 'threeWays'>,
  ranked: readonly RankedSpan[],
  judgement: Judgement,
): Judgement {
  const code = threeWays?.code;
  if (code === undefined || !holdsCode(code, ranked, dense?.embedder.space.name)) return judgement;
  const { covered, missing } = judgement;
  return { confidence: 'high', covered, missing };
}
