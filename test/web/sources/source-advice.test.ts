/** Advice for problems with a source, in the terms of the app. */
import { expect, test } from 'vitest';
import {
  findExistingId,
  findSuggestedSource,
  sourceAdvice,
} from '../../../web/src/lib/features/sources/source-advice.ts';

const problem = (code: string, details = {}) => ({
  code,
  details,
  title: 't',
  detail: 'd',
  fix: 'Call the API again.',
});

test('explains that a repository was indexed recently, and finds its id', () => {
  const tooSoonProblem = problem('refresh_too_soon', { id: 'r1' });
  expect(sourceAdvice(tooSoonProblem)).toMatchObject({
    title: 'The repository was indexed recently',
    detail: 'd',
  });
  expect(sourceAdvice(tooSoonProblem).fix).not.toContain('API');
  expect(findExistingId(tooSoonProblem)).toBe('r1');
  expect(findExistingId(problem('source_invalid', { id: 'r1' }))).toBeUndefined();
});

test('does not suggest an upload for a site that could not be crawled', () => {
  expect(sourceAdvice(problem('crawl_empty')).fix).not.toMatch(/upload/i);
});

test('returns the source that the server suggests', () => {
  expect(findSuggestedSource(problem('source_invalid', { didYouMean: 'github.com/a/b' }))).toBe(
    'github.com/a/b',
  );
  expect(findSuggestedSource(problem('source_invalid', { didYouMean: 1 }))).toBeUndefined();
  expect(findSuggestedSource(problem('source_invalid'))).toBeUndefined();
});
