import { expect, it } from 'vitest';
import { formatAge } from '../../../../clients/cli/terminal/format-age.ts';

const now = Date.parse('2025-06-15T12:00:00Z');

it.each([
  ['2025-06-15T08:00:00Z', 'today'],
  ['2025-06-16T08:00:00Z', 'today'],
  ['2025-06-14T08:00:00Z', 'yesterday'],
  ['2025-06-10T08:00:00Z', '5 days ago'],
  ['2025-06-01T08:00:00Z', '2 weeks ago'],
  ['2025-03-12T08:00:00Z', '3 months ago'],
  ['2019-01-02T08:00:00Z', '6 years ago'],
])('%s is %s', (iso, age) => expect(formatAge(iso, now)).toBe(age));

it('is undefined for what is no date', () => expect(formatAge('soon', now)).toBeUndefined());
