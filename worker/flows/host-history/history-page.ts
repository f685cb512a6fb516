/** Defines the context and the result of fetching one page of a host's history. */

import type { HistoryJob, HistoryStage, HistoryStep } from '../../ports/history-jobs.ts';
import type { HostAccess } from '../../ports/code-host.ts';
import type { HistorySource, HostBudget } from '../../ports/history-source.ts';
import type { Services } from '../services.ts';

export interface PageContext {
  readonly services: Services;
  readonly source: HistorySource;
  readonly job: HistoryJob;
  readonly access: HostAccess;
}

export interface PageResult {
  /** The next step of the stage; undefined if the stage is complete. */
  readonly next: HistoryStep | undefined;
  /** Progress of the stage, if known. */
  readonly progress: { readonly done: number; readonly total: number } | undefined;
  readonly notes: readonly string[];
  readonly budget: HostBudget | undefined;
  /** Set if the host omitted discussions. See `HistoryStep`. */
  readonly missedSince?: number | undefined;
  /** Set if the host rejected the stage. See `HistoryStep`. */
  readonly failed?: HistoryStep['failed'];
}

export const stageNames: Readonly<Record<HistoryStage, string>> = {
  commits: 'commits',
  'pull-requests': 'merged pull requests',
  issues: 'closed issues',
  files: 'files of commits',
  origins: 'origins of lines',
};

/** How often omitted discussions are requested again. After that the host is not expected to return them. */
export const maxRepeatRequests = 3;
