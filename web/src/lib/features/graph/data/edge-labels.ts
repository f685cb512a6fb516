/** The labels of edge kinds and tiers, and an explanation of each tier. */
import type { EdgeKind, EdgeTier } from '../../../api.ts';

export const edgeKinds = [
  'calls',
  'imports',
  'extends',
  'implements',
  'uses',
  'has-method',
  'defines',
] as const satisfies readonly EdgeKind[];

/** The word for an edge of this kind in a list of references. */
export const edgeNouns: Readonly<Record<EdgeKind, string>> = {
  calls: 'call',
  imports: 'import',
  extends: 'extends',
  implements: 'implements',
  uses: 'use',
  'has-method': 'method',
  defines: 'definition',
};

/** The verb between the referring node and its target. */
export const edgeVerbs: Readonly<Record<EdgeKind, string>> = {
  calls: 'calls',
  imports: 'imports',
  extends: 'extends',
  implements: 'implements',
  uses: 'uses',
  'has-method': 'has the method',
  defines: 'defines',
};

export const edgeTiers = ['resolved', 'import-scoped', 'name-match'] as const satisfies readonly EdgeTier[];
/** The tiers of proven edges. */
export const provenTiers = ['resolved', 'import-scoped'] as const satisfies readonly EdgeTier[];

interface TierLabel {
  readonly label: string;
  readonly description: string;
}

export const tierLabels: Readonly<Record<EdgeTier, TierLabel>> = {
  resolved: {
    label: 'Resolved',
    description: 'The rules of the language resolve this line to exactly this definition.',
  },
  'import-scoped': {
    label: 'Import-scoped',
    description: 'The imports or the package of the file contain exactly one definition with this name.',
  },
  'name-match': {
    label: 'Name match',
    description: 'Only the name matches: likely, but not proven.',
  },
};

const tierOrder: readonly EdgeTier[] = edgeTiers;

/** Sorts more certain tiers first. */
export function compareTiers(one: EdgeTier, other: EdgeTier): number {
  return tierOrder.indexOf(one) - tierOrder.indexOf(other);
}
