/** The rows that show the progress of fetching history. */
import { expect, test } from 'vitest';
import { historyRows, type HostedHistory } from '../../../web/src/lib/features/history/hosted-history.ts';

const history: HostedHistory = {
  state: 'running',
  stage: 'issues',
  progress: {
    commits: { done: 5, total: 5 },
    'pull-requests': { done: 2, total: 2 },
    issues: { done: 1, total: 4 },
  },
  waitingUntil: null,
  waitingFor: null,
  notes: [],
  error: null,
};
const states = (hosted: HostedHistory) =>
  Object.fromEntries(historyRows(hosted).map(({ name, state }) => [name, state]));

test('shows running, finished and interrupted stages', () => {
  const others = { commits: 'done', 'pull-requests': 'done', files: 'waiting', origins: 'waiting' };
  expect(states(history)).toEqual({ ...others, issues: 'working' });
  expect(states({ ...history, state: 'failed' })).toEqual({ ...others, issues: 'stopped' });
  expect(new Set(Object.values(states({ ...history, state: 'done' })))).toEqual(new Set(['done']));
});

test('lists an unknown stage last, under its own name', () => {
  const progress = { ...history.progress, reactions: { done: 0, total: 9 } };
  expect(historyRows({ ...history, progress }).at(-1)).toMatchObject({ label: 'reactions', total: 9 });
});
