/** Words for the states of claims. The app and the command line share them. */

import type { ClaimState } from './claim.ts';

export const claimLabels = {
  verified: 'Found in source',
  repaired: 'Citation moved',
  cited: 'Cited',
  partial: 'Not all found',
  unsupported: 'Not found',
  uncited: 'No citation',
  gap: 'What the source does not show',
  pending: 'Being checked',
} as const satisfies Record<ClaimState, string>;
