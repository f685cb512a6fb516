/** The steps of a look with one more: told again it takes the place of what was told of it before. */
import type { LiveStep } from '../../api.ts';

export function placeStep(steps: readonly LiveStep[], step: LiveStep): readonly LiveStep[] {
  const index = steps.findIndex(({ id }) => id === step.id);
  return index < 0 ? [...steps, step] : steps.with(index, step);
}
