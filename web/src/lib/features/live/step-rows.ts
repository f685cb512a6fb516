/** The steps of a look as they are listed: those planned in their order, each waiting until it begins, then those that came about. Pure. */
import type { LivePlan, LiveStep } from '../../api.ts';

export interface StepRow {
  readonly id: LiveStep['id'];
  readonly title: string;
  /** `ended`: the look was over before it began. */
  readonly state: LiveStep['state'] | 'waiting' | 'ended';
  readonly detail: string;
  readonly paths: readonly string[];
}

/** @param isOver nothing more is looked at, whether or not all of it came about */
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
