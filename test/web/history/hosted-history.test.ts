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
const readStates = (hostedHistory: HostedHistory) =>
  Object.fromEntries(historyRows(hostedHistory).map(({ name, state }) => [name, state]));

test('shows running, finished and interrupted stages', () => {
  const otherStates = { commits: 'done', 'pull-requests': 'done', files: 'waiting', origins: 'waiting' };
  expect(readStates(history)).toEqual({ ...otherStates, issues: 'working' });
  expect(readStates({ ...history, state: 'failed' })).toEqual({ ...otherStates, issues: 'stopped' });
  expect(new Set(Object.values(readStates({ ...history, state: 'done' })))).toEqual(new Set(['done']));
});

test('lists an unknown stage last, under its own name', () => {
  const progress = { ...history.progress, reactions: { done: 0, total: 9 } };
  expect(historyRows({ ...history, progress }).at(-1)).toMatchObject({ label: 'reactions', total: 9 });
});
