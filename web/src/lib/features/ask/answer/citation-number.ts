/** The numbers of sources in an answer. Pure. */
import type { Evidence } from '../../../api.ts';

/** The 1-based number under which a source is shown; null for an unknown evidence id. */
export function citationNumber(evidence: readonly Evidence[], id: string): number | null {
  const index = evidence.findIndex((item) => item.id === id);
  return index < 0 ? null : index + 1;
}
