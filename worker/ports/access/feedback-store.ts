/** Feedback on answers. The catalog deletes the feedback on a repository together with its rows. */

import type { Feedback, FeedbackReason, Rating } from '../../core/answers/feedback.ts';
import type { Owner } from '../../core/viewer.ts';

export interface FeedbackFilter {
  readonly rating?: Rating | undefined;
  readonly reason?: FeedbackReason | undefined;
  /** Milliseconds since 1970: only this old or newer. */
  readonly since?: number | undefined;
  /** Only older than the last one of the page before. */
  readonly before?: { readonly createdAt: number; readonly id: string } | undefined;
  readonly limit: number;
}

export interface FeedbackCounts {
  readonly up: number;
  readonly down: number;
}

export interface FeedbackStore {
  /** Replaces earlier feedback of the same viewer on the same turn. */
  save(feedback: Feedback): Promise<void>;
  /** Newest first. */
  list(repositoryId: string, filter: FeedbackFilter): Promise<readonly Feedback[]>;
  count(repositoryId: string): Promise<FeedbackCounts>;
  removeViewer(viewer: Owner): Promise<void>;
}
