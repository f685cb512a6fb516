/** Whether a piece of evidence is what is open beside the answer. */
import type { CommitEvidence, SpanEvidence } from '../../api.ts';
import type { OpenSource } from './ask-address.ts';

type Openable =
  Pick<SpanEvidence, 'kind' | 'path' | 'startLine' | 'endLine'> | Pick<CommitEvidence, 'kind' | 'commit'>;

export function isOpen(evidence: Openable, open: OpenSource | null): boolean {
  if (open === null) return false;
  if (evidence.kind === 'commit') return 'commit' in open && open.commit === evidence.commit;
  if ('commit' in open || open.path !== evidence.path) return false;
  return open.range?.startLine === evidence.startLine && open.range.endLine === evidence.endLine;
}
