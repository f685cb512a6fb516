/** Every skip reason has a label. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeSkipReason } from '../../../../worker/core/files/skip-reason-text.ts';

const crawlFolder = new URL('../../../../worker/flows/crawl/', import.meta.url);

/** Reasons in the crawl's source code: `reason: 'no-text'`, `skipOutcome('moved', …)`. */
function crawlReasons(): readonly string[] {
  const files = readdirSync(crawlFolder).filter((name) => name.endsWith('.ts'));
  const text = files.map((name) => readFileSync(new URL(name, crawlFolder), 'utf8')).join('\n');
  return [...text.matchAll(/(?:reason: |skipOutcome\(\s*)'([a-z-]+)'/g)].map(([, reason = '']) => reason);
}

test('every reason of the crawl has a label', () => {
  const reasons = crawlReasons();
  expect(reasons).toEqual(expect.arrayContaining(['no-text', 'robots', 'too-deep', 'cap-seconds']));
  for (const reason of [...reasons, 'status', 'unreachable', 'timed-out', 'cap-pages', 'lock-file'])
    expect(describeSkipReason(reason), reason).toMatch(/^[A-Z][a-z]/);
});

test('an unknown code is shown without hyphens', () => {
  expect(describeSkipReason('some-other')).toBe('some other');
  expect(describeSkipReason('constructor')).toBe('constructor');
});
