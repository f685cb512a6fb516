/** Every skip reason has a label. The type of the crawl's outcomes accepts only reasons with one. */
import { expect, test } from 'vitest';
import { describeSkipReason, type PageSkipReason } from '../../../../worker/core/files/skip-reason-text.ts';

const labels: readonly (readonly [PageSkipReason, string])[] = [
  ['robots', 'Not allowed by robots.txt'],
  ['too-large', 'Too large'],
  ['not-reached-twice', 'Unreachable twice'],
  ['cap-seconds', 'Over the time limit'],
];

test.each(labels)('%s is shown as “%s”', (code, label) => {
  expect(describeSkipReason(code)).toBe(label);
});

test('an unknown code is shown without hyphens', () => {
  expect(describeSkipReason('some-other')).toBe('some other');
  expect(describeSkipReason('constructor')).toBe('constructor');
});
