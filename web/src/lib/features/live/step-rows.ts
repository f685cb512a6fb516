/** The rows of live steps: the planned ones in order, each waiting until it starts, then unplanned ones. Pure. */
import type { LivePlan, LiveStep } from '../../api.ts';

export interface StepRow {
  readonly id: LiveStep['id'];
  readonly title: string;
  /** `ended`: the search was over before this step started. */
  readonly state: LiveStep['state'] | 'waiting' | 'ended';
  readonly detail: string;
  readonly paths: readonly string[];
}

/** @param isOver the search is over, whether or not every step ran */
export function stepRows(
  plan: LivePlan['steps'],
  steps: readonly LiveStep[],
  isOver: boolean,
): readonly StepRow[] {
  const planned = plan.map(({ id, title }): StepRow => {
    const step = steps.find((one) => one.id === id);
    return step === undefined
      ? { id, title, state: isOver ? 'ended' : 'waiting', detail: '', paths: [] }
      : { ...step, title, state: isOver && step.state === 'running' ? 'ended' : step.state };
  });
  const further = steps
    .filter(({ id }) => !plan.some((one) => one.id === id))
    .map((step): StepRow => ({ ...step, title: step.id === 'index-further' ? 'Read those too' : step.id }));
  return [...planned, ...further];
}
