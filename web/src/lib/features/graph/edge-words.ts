/** What edges and their tiers are called, and what a tier means in plain words. */
import type { EdgeKind, EdgeTier } from '../../api.ts';

export const edgeKinds = [
  'calls',
  'imports',
  'extends',
  'implements',
  'uses',
  'has-method',
  'defines',
] as const satisfies readonly EdgeKind[];

/** How a place refers to a definition: one word for a list of places. */
export const edgeNouns: Readonly<Record<EdgeKind, string>> = {
  calls: 'call',
  imports: 'import',
  extends: 'extends',
  implements: 'implements',
  uses: 'use',
  'has-method': 'method',
  defines: 'definition',
};

/** Between the one that refers and the one referred to. */
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
/** Those told as facts. */
export const provenTiers = ['resolved', 'import-scoped'] as const satisfies readonly EdgeTier[];

interface TierWords {
  readonly label: string;
  readonly says: string;
}

export const tierWords: Readonly<Record<EdgeTier, TierWords>> = {
  resolved: {
    label: 'Resolved',
    says: 'The rules of the language lead from this line to this one definition.',
  },
  'import-scoped': {
    label: 'Import-scoped',
    says: 'What the file imports, or its package holds, has one definition of this name.',
  },
  'name-match': {
    label: 'Name match',
    says: 'Only the name is the same: likely, not proven.',
  },
};

const tierOrder: readonly EdgeTier[] = edgeTiers;

/** Below zero when the first is the surer. */
export function compareTiers(one: EdgeTier, other: EdgeTier): number {
  return tierOrder.indexOf(one) - tierOrder.indexOf(other);
}
