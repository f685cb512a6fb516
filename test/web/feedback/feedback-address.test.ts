/** The filters of the feedback page are in its address, and its texts describe a rated answer. */
import { describe, expect, it } from 'vitest';
import {
  feedbackPath,
  readFeedbackFilters,
  toFeedbackQuery,
} from '../../../web/src/lib/features/feedback/feedback-address.ts';
import {
  describeRatedAnswer,
  reasonLabels,
  reasons,
} from '../../../web/src/lib/features/feedback/feedback-texts.ts';
import { removeCitations } from '../../../web/src/lib/features/feedback/remove-citations.ts';
import { feedbackReasons } from '../../../worker/core/answers/feedback.ts';

const read = (query: string) => readFeedbackFilters(new URLSearchParams(query));

describe('the address', () => {
  it('contains the filters', () => {
    const filters = { rating: 'down', reason: 'off-topic', since: '2026-11-28' } as const;
    const path = feedbackPath('a b', filters);
    expect(path).toBe('/r/a%20b/feedback?rating=down&reason=off-topic&since=2026-11-28');
    expect(read(path.slice(path.indexOf('?')))).toEqual(filters);
    expect(feedbackPath('a')).toBe('/r/a/feedback');
  });

  it('may contain anything', () => {
    expect(read('rating=good&reason=bad&since=2026-13-45')).toEqual({
      rating: undefined,
      reason: undefined,
      since: undefined,
    });
  });

  it('states a day, which begins at midnight UTC', () => {
    expect(toFeedbackQuery(read('since=2026-11-28')).since).toBe('2026-11-28T00:00:00Z');
    expect(toFeedbackQuery(read('')).since).toBeUndefined();
  });
});

it('offers every reason of the API', () => {
  expect(reasons).toEqual(feedbackReasons);
  expect(Object.keys(reasonLabels)).toEqual([...feedbackReasons]);
});

it('describes who answered, how sure and how fast', () => {
  const timings = { retrieveMs: 120, firstPartMs: 300, totalMs: 1500 };
  expect(describeRatedAnswer({ answerer: 'embedded', confidence: 'high', timings })).toBe(
    'Composed without a model · high confidence · sources after 120 ms · first text after 300 ms · complete after 1.5 s',
  );
  expect(describeRatedAnswer({ answerer: null, confidence: null, timings: null })).toBe('');
});

it('shows the text of an answer without the ids of spans', () => {
  expect(removeCitations('In `join`. [chunk:12][chunk:3]\n\n[chunk:4]\n\nNext [x].')).toBe(
    'In `join`.\n\nNext [x].',
  );
});
