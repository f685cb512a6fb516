/** Codes of what was left out, as a person reads them. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeSkipReason } from '../../../../worker/core/files/skip-reason-text.ts';

const flows = new URL('../../../worker/flows/', import.meta.url);

/** Reasons as the crawl writes them: `reason: 'no-text'`, `skipped('moved', …)`. */
function writtenReasons(): readonly string[] {
  const crawls = readdirSync(flows).filter((name) => name.startsWith('crawl-'));
  const text = crawls.map((name) => readFileSync(new URL(name, flows), 'utf8')).join('\n');
  return [...text.matchAll(/(?:reason: |skipped\(\s*)'([a-z-]+)'/g)].map(([, reason = '']) => reason);
}

test('whatever the crawl writes has words', () => {
  const written = writtenReasons();
  expect(written).toEqual(expect.arrayContaining(['no-text', 'robots', 'too-deep', 'cap-seconds']));
  for (const reason of [...written, 'status', 'unreachable', 'timed-out', 'cap-pages', 'lock-file'])
    expect(describeSkipReason(reason), reason).toMatch(/^[A-Z][a-z]/);
});

test('of a code that is not known its own letters', () => {
  expect(describeSkipReason('some-other')).toBe('some other');
  expect(describeSkipReason('constructor')).toBe('constructor');
});
