/** Scores how likely a commit is the change that a question describes, with weights that `fit-change-ranker.py` fitted to release notes. */

import ranker from './change-ranker.json' with { type: 'json' };
import type { ChangeFeatures } from './describe-change.ts';

/** @param hasChangedWords whether the words of changed lines are known; other weights apply without them */
export function scoreChange(features: ChangeFeatures, hasChangedWords: boolean): number {
  const weights = hasChangedWords ? ranker.withChanges : ranker.withoutChanges;
  return Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * (features[name] ?? 0), 0);
}
