/** Adds a step to the list, or replaces the earlier report of the same step. */
import type { LiveStep } from '../../api.ts';

export function placeStep(steps: readonly LiveStep[], step: LiveStep): readonly LiveStep[] {
  const index = steps.findIndex(({ id }) => id === step.id);
  return index < 0 ? [...steps, step] : steps.with(index, step);
}
