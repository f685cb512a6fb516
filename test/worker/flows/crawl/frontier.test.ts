import { expect, it } from 'vitest';
import { createFrontier } from '../../../../worker/flows/crawl/frontier.ts';
import { createCrawlScope } from '../../../../worker/ingestion/web/crawl-scope.ts';

const limits = { maxPages: 2_000, maxDepth: 8, maxMs: 1_000, maxPageBytes: 1_000 };

/** Adds 1,000 links to a frontier. Returns how many of them were checked against rules with this cost. */
function checkLinks(cost: number) {
  let checked = 0;
  const isAllowed = (): boolean => {
    checked += 1;
    return false;
  };
  const rules = { isAllowed, cost, delayMs: 0, sitemaps: [] };
  const frontier = createFrontier({ limits }, { scope: createCrawlScope('https://acme.dev/'), rules });
  for (let n = 0; n < 1_000; n += 1)
    frontier.add(`https://acme.dev/${'a'.repeat(500)}${n}`, { via: 'link', depth: 1 });
  return { checked, found: frontier.finish().found };
}

it('checks addresses early against fast rules, and defers slow rules until the request', () => {
  const quick = checkLinks(100);
  expect(quick.checked).toBe(1_000);
  expect(quick.found.every(({ state }) => state === 'blocked')).toBe(true);
  const slow = checkLinks(50_000);
  expect(slow.checked).toBeLessThan(10);
  expect(slow.found.filter(({ state }) => state === 'waiting')).toHaveLength(1_000 - slow.checked);
});
