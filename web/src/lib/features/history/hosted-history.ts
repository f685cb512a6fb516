/** The stages of fetching history from a host, in order, with their progress. */
import type { Repository } from '../../api.ts';

export type HostedHistory = NonNullable<Repository['history']>;

interface HistoryRow {
  readonly name: string;
  readonly label: string;
  readonly done: number;
  readonly total: number;
  readonly state: 'waiting' | 'working' | 'done' | 'stopped';
}

const labels: readonly (readonly [string, string])[] = [
  ['commits', 'Commits'],
  ['pull-requests', 'Merged pull requests'],
  ['issues', 'Closed issues'],
  ['files', 'Commits with file lists'],
  ['origins', 'Files with line history'],
];

export const historyStates: Readonly<Record<HostedHistory['state'], string>> = {
  running: 'being fetched from GitHub',
  waiting: 'waiting for GitHub',
  done: 'fetched from GitHub',
  failed: 'interrupted',
};

/** Lists the stages in order. An unknown stage comes last, under its own name. */
export function historyRows(history: HostedHistory): readonly HistoryRow[] {
  const { progress, stage, state } = history;
  const unknownNames = Object.keys(progress).filter((name) =>
    labels.every(([knownName]) => knownName !== name),
  );
  return [...labels, ...unknownNames.map((name) => [name, name] as const)].map(([name, label]) => {
    const { done, total } = progress[name] ?? { done: 0, total: 0 };
    const isDone = state === 'done' || (name in progress && done >= total && name !== stage);
    const isCurrent = stage === name && state !== 'done';
    const stageState = isCurrent ? (state === 'failed' ? 'stopped' : 'working') : isDone ? 'done' : 'waiting';
    return { name, label, done, total, state: stageState };
  });
}

/** Whether the history may still change. */
export function isFetching({ state }: Pick<HostedHistory, 'state'>): boolean {
  return state === 'running' || state === 'waiting';
}
