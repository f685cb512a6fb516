/** Collects the steps of a live question and builds their rows: planned steps in order, then steps that were not planned. */
import type { LivePlan, LiveStep } from '../../api.ts';

/** Adds a step to the list, or replaces the earlier report of the same step. */
export function upsertStep(steps: readonly LiveStep[], step: LiveStep): readonly LiveStep[] {
  const index = steps.findIndex(({ id }) => id === step.id);
  return index < 0 ? [...steps, step] : steps.with(index, step);
}

export interface StepRow {
  readonly id: LiveStep['id'];
  readonly title: string;
  /** `waiting`: the step has not started. `ended`: the search was over before this step started or finished. */
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
  const plannedRows = plan.map(({ id, title }): StepRow => {
    const step = steps.find((reported) => reported.id === id);
    return step === undefined
      ? { id, title, state: isOver ? 'ended' : 'waiting', detail: '', paths: [] }
      : { ...step, title, state: isOver && step.state === 'running' ? 'ended' : step.state };
  });
  const unplannedRows = steps
    .filter(({ id }) => !plan.some((step) => step.id === id))
    .map((step): StepRow => ({
      ...step,
      title: step.id === 'index-further' ? 'Read the added files' : step.id,
    }));
  return [...plannedRows, ...unplannedRows];
}
