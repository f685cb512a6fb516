/** Formats and displays the progress of an index job: a bar for a terminal, plain lines for a log. */

import type { Repository } from '../../../worker/contract/repositories/schema.ts';
import type { PackProgress } from '../source/pack-archive.ts';
import { createProgressLine } from '../terminal/progress-line.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { IndexEvent } from './index-source.ts';

const barCells = 24;

function describePacking(progress: PackProgress, total: number): string {
  const sent = formatBytes(progress.packedBytes);
  return `packing     ${formatBar(computeFraction(progress.entries, total))}  ${formatCount(progress.entries)} of ${formatCount(total)} files, ${sent} sent`;
}

export function describeJob(repository: Repository): string {
  const isReady = repository.status === 'ready';
  const stage = isReady || repository.stage === '' ? repository.status : repository.stage;
  const progress = repository.progress[stage];
  const parts = progress === undefined ? '' : `${progress.done} of ${progress.total} parts, `;
  const { files, chunks } = repository.counts;
  const rate = repository.linesPerSecond;
  const secondsLeft = repository.secondsLeft;
  return [
    `${stage.padEnd(11)} ${formatBar(repository.percent / 100)}  ${parts}${formatCount(files)} files, ${formatCount(chunks)} chunks`,
    ...(rate === null ? [] : [`${formatCount(Math.round(rate))} lines per second`]),
    ...(secondsLeft === null ? [] : [`${formatSeconds(secondsLeft)} left`]),
  ].join(', ');
}

/** Formats as `[#####.....]  50 %`. */
export function formatBar(fraction: number): string {
  const filled = Math.round(Math.min(1, Math.max(0, fraction)) * barCells);
  const percent = Math.floor(Math.min(1, Math.max(0, fraction)) * 100);
  return `[${'#'.repeat(filled)}${'.'.repeat(barCells - filled)}] ${String(percent).padStart(3)} %`;
}

/** Formats as `12,345`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-GB');
}

/** Formats as `12.3 MB`, in units of 1,000 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(0)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Formats as `8 s` or `3 min 20 s`. */
export function formatSeconds(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.round(seconds));
  return wholeSeconds < 60
    ? `${wholeSeconds} s`
    : `${Math.floor(wholeSeconds / 60)} min ${wholeSeconds % 60} s`;
}

function computeFraction(done: number, total: number): number {
  return total === 0 ? 0 : done / total;
}

/** @returns the `report` callback for `indexSource` */
export function showIndexProgress(terminal: Terminal): (event: IndexEvent) => void {
  const show = createProgressLine(terminal);
  return (event) => {
    if (event.kind === 'packing') show('packing', () => describePacking(event.progress, event.total));
    else if (event.kind === 'job') showJob(event, show);
    else if (event.kind === 'disconnected')
      terminal.note(`Connection lost (${event.reason}). The job continues on the server. Reconnecting.`);
    else terminal.note(`Accepted as ${event.accepted.id}, snapshot ${event.accepted.snapshotId}.`);
  };
}

function showJob(
  event: IndexEvent & { kind: 'job' },
  show: (stage: string, line: () => string) => void,
): void {
  const { repository } = event;
  if (repository.status === 'failed') return;
  show(repository.status === 'ready' ? 'ready' : `job ${repository.stage}`, () => describeJob(repository));
}
