/** The rows of live steps follow the plan, and a later report of a step replaces the earlier one. */
import { describe, expect, it } from 'vitest';
import type { LiveStep } from '../../../worker/contract/live/schema.ts';
import { stepRows, upsertStep } from '../../../web/src/lib/features/live/step-rows.ts';

const plan = [
  { id: 'tree', title: 'List its files' },
  { id: 'fetch', title: 'Fetch the files' },
  { id: 'further', title: 'Fetch what they refer to' },
] as const;

const step = (id: LiveStep['id'], state: LiveStep['state'], paths: string[] = []): LiveStep => ({
  id,
  state,
  detail: `${id} ${state}`,
  paths,
});

describe('the steps of a live answer', () => {
  it('are listed in the order of the plan, and wait until they start', () => {
    const rows = stepRows([...plan], [step('tree', 'running')], false);
    expect(rows.map(({ title, state }) => [title, state])).toEqual([
      ['List its files', 'running'],
      ['Fetch the files', 'waiting'],
      ['Fetch what they refer to', 'waiting'],
    ]);
  });

  it('replace earlier reports of the same step', () => {
    const reports = [step('tree', 'running'), step('tree', 'done'), step('fetch', 'done', ['a.py'])];
    const steps = reports.reduce<readonly LiveStep[]>(upsertStep, []);
    expect(steps.map(({ id, state }) => [id, state])).toEqual([
      ['tree', 'done'],
      ['fetch', 'done'],
    ]);
    expect(stepRows([...plan], steps, false)[1]?.paths).toEqual(['a.py']);
  });

  it('do not wait after the search is over, and unplanned steps come last', () => {
    const rows = stepRows([...plan], [step('tree', 'running'), step('index-further', 'done')], true);
    expect(rows.map(({ id, state }) => [id, state])).toEqual([
      ['tree', 'ended'],
      ['fetch', 'ended'],
      ['further', 'ended'],
      ['index-further', 'done'],
    ]);
  });
});
