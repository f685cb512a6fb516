/** Words for feedback. Pure. */
import type { FeedbackRequest, FeedbackView } from '../../api.ts';
import { formatDuration } from '../../format.ts';

export type Rating = FeedbackRequest['rating'];
export type Reason = NonNullable<FeedbackRequest['reason']>;

export const reasonLabels = {
  wrong: 'Wrong',
  incomplete: 'Incomplete',
  'off-topic': 'Off-topic',
  unclear: 'Unclear',
  outdated: 'Outdated',
  other: 'Other',
} as const satisfies Readonly<Record<Reason, string>>;

export const reasons = ['wrong', 'incomplete', 'off-topic', 'unclear', 'outdated', 'other'] as const;

export const ratingLabels = { up: 'Helpful', down: 'Not helpful' } as const satisfies Record<Rating, string>;

export function isReason(text: unknown): text is Reason {
  return reasons.some((reason) => reason === text);
}

export function isRating(text: unknown): text is Rating {
  return text === 'up' || text === 'down';
}

/** Who wrote the answer, how sure it was, and its durations. */
export function describeRatedAnswer({
  answerer,
  confidence,
  timings,
}: Pick<FeedbackView, 'answerer' | 'confidence' | 'timings'>): string {
  return [
    ...(answerer === null ? [] : [answerer === 'embedded' ? 'Composed without a model' : answerer]),
    ...(confidence === null ? [] : [`${confidence} confidence`]),
    ...(timings === null
      ? []
      : [
          `sources after ${formatDuration(timings.retrieveMs)}`,
          `first text after ${formatDuration(timings.firstPartMs)}`,
          `complete after ${formatDuration(timings.totalMs)}`,
        ]),
  ].join(' · ');
}

/** The lists of visitors' questions. */
export const visitorFilters = [
  { value: 'declined', label: 'Declined' },
  { value: 'down', label: 'Thumbs down' },
  { value: 'all', label: 'All' },
] as const;
export type VisitorFilter = (typeof visitorFilters)[number]['value'];
