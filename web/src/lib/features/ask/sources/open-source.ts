/** Converts evidence to the open source in the address, and finds the evidence that is open. Pure. */
import type {
  Evidence,
  AttachmentEvidence,
  CommitEvidence,
  DiscussionEvidence,
  SpanEvidence,
} from '../../../api.ts';
import { findCommentName } from '../../discussions/discussion-address.ts';
import type { LineRange } from '../../code/line-range.ts';
import type { OpenSource } from '../conversation/ask-address.ts';
import { isAttachment, isDiscussion } from './evidence.ts';

/** @param highlight lines to highlight, for evidence that consists of lines */
export function toOpenSource(evidence: Evidence, highlight: LineRange | null = null): OpenSource {
  if (evidence.kind === 'commit') return { commit: evidence.commit };
  if (isDiscussion(evidence)) return { discussion: evidence.number, comment: findCommentName(evidence.url) };
  const { path, startLine, endLine } = evidence;
  const range = { startLine, endLine };
  return isAttachment(evidence) ? { attachment: path, range } : { path, range, highlight };
}

type Openable =
  | Pick<AttachmentEvidence, 'kind' | 'path' | 'startLine' | 'endLine'>
  | Pick<SpanEvidence, 'kind' | 'path' | 'startLine' | 'endLine'>
  | Pick<CommitEvidence, 'kind' | 'commit'>
  | Pick<DiscussionEvidence, 'kind' | 'number' | 'url'>;

/** True if the evidence is the source that is open next to the answer. */
export function isOpen(evidence: Openable, open: OpenSource | null): boolean {
  if (open === null) return false;
  if (evidence.kind === 'commit') return 'commit' in open && open.commit === evidence.commit;
  if (isDiscussion(evidence))
    return (
      'discussion' in open &&
      open.discussion === evidence.number &&
      open.comment === findCommentName(evidence.url)
    );
  const path = isAttachment(evidence) ? 'attachment' in open && open.attachment : 'path' in open && open.path;
  if (path !== evidence.path || !('range' in open)) return false;
  return open.range?.startLine === evidence.startLine && open.range.endLine === evidence.endLine;
}
