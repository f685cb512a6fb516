/** Whether a piece of evidence is what is open beside the answer. */
import type { Evidence } from '../../api.ts';
import type { OpenSource } from './ask-address.ts';

export function isOpen(
  evidence: Pick<Evidence, 'path' | 'startLine' | 'endLine'>,
  open: OpenSource | null,
): boolean {
  if (open === null || open.path !== evidence.path) return false;
  return open.range?.startLine === evidence.startLine && open.range.endLine === evidence.endLine;
}
