/** What is opened beside the answer to show a piece of evidence. */
import type { Evidence } from '../../api.ts';
import { remarkOf } from '../discussions/discussion-address.ts';
import type { LineRange } from '../code/line-range.ts';
import type { OpenSource } from './ask-address.ts';
import { isAttachment, isDiscussion } from './evidence-kinds.ts';

/** @param named the lines that are meant, of evidence that is lines */
export function sourceOf(evidence: Evidence, named: LineRange | null = null): OpenSource {
  if (evidence.kind === 'commit') return { commit: evidence.commit };
  if (isDiscussion(evidence)) return { discussion: evidence.number, remark: remarkOf(evidence.url) };
  const { path, startLine, endLine } = evidence;
  const range = { startLine, endLine };
  return isAttachment(evidence) ? { attachment: path, range } : { path, range, named };
}
