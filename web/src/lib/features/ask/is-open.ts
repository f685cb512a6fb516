/** Whether a piece of evidence is what is open beside the answer. */
import type { AttachmentEvidence, CommitEvidence, DiscussionEvidence, SpanEvidence } from '../../api.ts';
import { remarkOf } from '../discussions/discussion-address.ts';
import type { OpenSource } from './ask-address.ts';
import { isAttachment, isDiscussion } from './evidence-kinds.ts';

type Openable =
  | Pick<AttachmentEvidence, 'kind' | 'path' | 'startLine' | 'endLine'>
  | Pick<SpanEvidence, 'kind' | 'path' | 'startLine' | 'endLine'>
  | Pick<CommitEvidence, 'kind' | 'commit'>
  | Pick<DiscussionEvidence, 'kind' | 'number' | 'url'>;

export function isOpen(evidence: Openable, open: OpenSource | null): boolean {
  if (open === null) return false;
  if (evidence.kind === 'commit') return 'commit' in open && open.commit === evidence.commit;
  if (isDiscussion(evidence))
    return (
      'discussion' in open && open.discussion === evidence.number && open.remark === remarkOf(evidence.url)
    );
  const path = isAttachment(evidence) ? 'attachment' in open && open.attachment : 'path' in open && open.path;
  if (path !== evidence.path || !('range' in open)) return false;
  return open.range?.startLine === evidence.startLine && open.range.endLine === evidence.endLine;
}
