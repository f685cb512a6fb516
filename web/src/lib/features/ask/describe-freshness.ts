/** How an indexed version compares with its host, as the end of a sentence; empty where there is nothing to compare with. */

import type { CoverageLine } from '../../api.ts';
import { countOf, formatWhen } from '../../format.ts';

export function describeFreshness({ behind, behindReason, checkedAt }: CoverageLine): string {
  const checked = checkedAt === null ? '' : ` (checked ${formatWhen(checkedAt)})`;
  if (behind === 0) return `, up to date${checked}`;
  if (behind !== null) return `, ${countOf(behind, 'commit')} behind${checked}`;
  if (behindReason === 'newer') return `, the host has newer commits${checked}`;
  if (behindReason === 'not-checked') return ', not compared with its host yet';
  return '';
}
