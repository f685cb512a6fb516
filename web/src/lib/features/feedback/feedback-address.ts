/** Reads and formats the filters of the feedback page in its address. Pure. */
import { isRating, isReason, type Rating, type Reason } from './feedback-texts.ts';

export interface FeedbackFilters {
  readonly rating: Rating | undefined;
  readonly reason: Reason | undefined;
  /** The first day, `2026-11-28`. */
  readonly since: string | undefined;
}

export function readFeedbackFilters(query: {
  readonly get: (name: string) => string | null;
}): FeedbackFilters {
  const [rating, reason, since] = [query.get('rating'), query.get('reason'), query.get('since') ?? ''];
  return {
    rating: isRating(rating) ? rating : undefined,
    reason: isReason(reason) ? reason : undefined,
    since: isDay(since) ? since : undefined,
  };
}

export function feedbackPath(repositoryId: string, filters: Partial<FeedbackFilters> = {}): string {
  const query = new URLSearchParams();
  for (const name of ['rating', 'reason', 'since'] as const) {
    const value = filters[name];
    if (value !== undefined) query.set(name, value);
  }
  const page = `/r/${encodeURIComponent(repositoryId)}/feedback`;
  return query.size === 0 ? page : `${page}?${query.toString()}`;
}

/** The filters as the API expects them: a day begins at midnight UTC, as the page shows days. */
export function toFeedbackQuery({ rating, reason, since }: FeedbackFilters): {
  readonly rating: string | undefined;
  readonly reason: string | undefined;
  readonly since: string | undefined;
} {
  return { rating, reason, since: since === undefined ? undefined : `${since}T00:00:00Z` };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
}
