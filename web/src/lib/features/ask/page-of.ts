/** Where the lines of a source stand on the web. Pure. */
import type { Evidence } from '../../api.ts';
import { isSpan } from './evidence-kinds.ts';

/** @returns undefined of a source that is no page's: its address is one of the app */
export function pageOf(evidence: Evidence | undefined): string | undefined {
  const isPage = evidence !== undefined && isSpan(evidence) && /^https?:\/\//i.test(evidence.url);
  return isPage ? evidence.url : undefined;
}
